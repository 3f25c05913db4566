import { limitTime, type Store } from '@animal-store/store';
import { either as E, type task as T } from 'fp-ts';
import type { Logger } from 'pino';
import { reasonOf } from '../describe-error.ts';

/** Checks whether this process should get requests, and logs when that changes. */
export interface ReadinessWatch {
  /** Whether the process can serve requests now. It queries the store at most once a second. */
  readonly check: T.Task<boolean>;
  /** The outcome of the last check; false before the first one and while the process stops. */
  readonly isReady: () => boolean;
  /** Why the process was not ready at the last check. */
  readonly reason: () => string | undefined;
  /** Checks every 5 seconds from now on, without any probe, and resolves after the first check. */
  readonly start: T.Task<void>;
  /** Makes the process unready from now on, because it stops. */
  readonly stop: () => void;
}

/** How long a result is reused, and the time limit of a check, in milliseconds. */
const freshness = 1_000;

/** How often the store is checked without a probe, in milliseconds. */
const period = 5_000;

/** Makes the watch over a store. `title` names it in the log. */
export const watchReadiness = (
  { ping }: Pick<Store, 'ping'>,
  title: string,
  logger: Pick<Logger, 'info' | 'warn'>,
): ReadinessWatch => {
  let reason: string | undefined = 'the service is starting';
  let unreadySince: number | undefined;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let last: { readonly began: number; readonly outcome: Promise<boolean> } | undefined;

  const note = (found: string | undefined): void => {
    if (found !== undefined && unreadySince === undefined) {
      unreadySince = performance.now();
      logger.warn({ reason: found }, `${title} is not ready: requests that need it get 503 until it is`);
    } else if (found === undefined && unreadySince !== undefined) {
      logger.info({ downFor: Math.round(performance.now() - unreadySince) }, `${title} is ready again`);
      unreadySince = undefined;
    }
    reason = found;
  };

  const problem = async (): Promise<string | undefined> => {
    try {
      const outcome = await limitTime(freshness)(ping)();
      return E.isRight(outcome) ? undefined : reasonOf(outcome.left.cause);
    } catch (bug) {
      return reasonOf(bug);
    }
  };

  const run = async (): Promise<boolean> => {
    const found = await problem();
    // The process may have begun to stop meanwhile.
    if (!isStopping) note(found);
    return reason === undefined;
  };

  const check = (): Promise<boolean> => {
    if (isStopping) return Promise.resolve(false);
    const began = performance.now();
    if (last === undefined || began - last.began >= freshness) last = { began, outcome: run() };
    return last.outcome;
  };

  return {
    check,
    isReady: () => reason === undefined,
    reason: () => reason,
    start: async () => {
      timer ??= setInterval(() => void check(), period).unref();
      await check();
    },
    stop: () => {
      clearInterval(timer);
      isStopping = true;
      reason = 'the service is stopping';
    },
  };
};
