import { setTimeout as wait } from 'node:timers/promises';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';

/** The time limit of all attempts, and the pauses between them, which double; all in milliseconds. */
export interface RetrySettings {
  readonly giveUpAfter: number;
  readonly firstPause: number;
  readonly longestPause: number;
}

const defaults: RetrySettings = { giveUpAfter: 30_000, firstPause: 100, longestPause: 2_000 };

/** Retries an idempotent task until the store is available, or has been unavailable for 30 s. */
export const retryWhileUnavailable =
  <L extends { readonly _tag: string }, A>(
    task: TE.TaskEither<L | RepositoryUnavailable, A>,
    { giveUpAfter, firstPause, longestPause }: RetrySettings = defaults,
  ): TE.TaskEither<L | RepositoryUnavailable, A> =>
  async () => {
    const until = performance.now() + giveUpAfter;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const outcome = await task();
      const isAway = E.isLeft(outcome) && outcome.left._tag === 'RepositoryUnavailable';
      if (!isAway || performance.now() + pause > until) return outcome;
      await wait(pause);
    }
  };
