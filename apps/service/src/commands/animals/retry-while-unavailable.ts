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

/** Retries an idempotent task until the store is available, or 30 s have passed since it first was not. */
export const retryWhileUnavailable =
  <L extends { readonly _tag: string }, A>(
    task: TE.TaskEither<L | RepositoryUnavailable, A>,
    { giveUpAfter, firstPause, longestPause }: RetrySettings = defaults,
  ): TE.TaskEither<L | RepositoryUnavailable, A> =>
  async () => {
    // Not since the beginning: a process that was stopped meanwhile would give up at once.
    let until: number | undefined;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const outcome = await task();
      if (E.isRight(outcome) || outcome.left._tag !== 'RepositoryUnavailable') return outcome;
      until ??= performance.now() + giveUpAfter;
      if (performance.now() + pause > until) return outcome;
      await wait(pause);
    }
  };
