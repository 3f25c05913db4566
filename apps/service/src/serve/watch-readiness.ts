import type { Clock } from '@animal-store/access';
import type { Logger } from 'pino';
import type { ObservedStore } from '../stores/observed-store.ts';

/** Knows whether requests should come to this process, and logs when that changes. */
export interface ReadinessWatch {
  /** Whether the process can serve requests now. It logs a change. */
  readonly check: () => Promise<boolean>;
  /** The outcome of the last check; false before the first one and while the process stops. */
  readonly isReady: () => boolean;
  /** Why the process was not ready at the last check. */
  readonly reason: () => string | undefined;
  /** Checks from now on every few seconds, without any probe, and resolves after the first check. */
  readonly start: () => Promise<void>;
  /** Makes the process unready from now on, because it stops. */
  readonly stop: () => void;
}

/** How often the store is checked without a probe, in milliseconds. */
const period = 5_000;

const stopping = 'the service is stopping';

/** Makes the watch over a store. */
export const watchReadiness = (
  { problem, title }: Pick<ObservedStore, 'problem' | 'title'>,
  { now }: Clock,
  logger: Pick<Logger, 'info' | 'warn'>,
): ReadinessWatch => {
  let reason: string | undefined;
  let isReady = false;
  let isStopping = false;
  let unreadySince: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const note = (found: string | undefined): void => {
    reason = found;
    isReady = found === undefined;
    if (found !== undefined && unreadySince === undefined) {
      unreadySince = now();
      logger.warn({ reason: found }, `${title} is not ready: requests that need it get 503 until it is`);
    } else if (found === undefined && unreadySince !== undefined) {
      logger.info({ downFor: now() - unreadySince }, `${title} is ready again`);
      unreadySince = undefined;
    }
  };

  const check = async (): Promise<boolean> => {
    if (!isStopping) {
      const found = await problem();
      // A stop may have come meanwhile.
      if (!isStopping) note(found);
    }
    return isReady;
  };

  return {
    check,
    isReady: () => isReady,
    reason: () => reason,
    start: async () => {
      timer ??= setInterval(() => void check(), period).unref();
      await check();
    },
    stop: () => {
      clearInterval(timer);
      isStopping = true;
      isReady = false;
      reason = stopping;
    },
  };
};
