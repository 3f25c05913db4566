// A commit of SQLite waits for the disk and blocks this process, so the writes of one turn share one.
import { isBusy, isOutage } from './errors.ts';

/** A write that waits for its commit. */
interface Waiting {
  readonly operation: () => unknown;
  readonly until: number;
  readonly settle: PromiseWithResolvers<unknown>;
}

/** Milliseconds before another attempt to get the lock. SQLite has no queue for it. */
const retryAfterMS = 1;

/** Runs an operation in a transaction, and returns its result once that is on the disk. */
export type InTransaction = <A>(operation: () => A) => A;

/**
 * Commits the writes of one turn of the event loop in one transaction, so they share one wait for the disk. If one of them
 * throws, each is committed alone, so that only this one fails. While another process has the lock, they are retried
 * without blocking, and fail after `lockTimeoutMS`.
 */
export const createGroupCommit = (
  inTransaction: InTransaction,
  lockTimeoutMS: number,
): (<A>(operation: () => A) => Promise<A>) => {
  let waiting: Waiting[] = [];

  const flush = (): void => {
    const group = waiting;
    waiting = [];
    commit(group);
  };

  const retry = (group: readonly Waiting[], error: unknown): void => {
    const now = performance.now();
    for (const write of group) if (write.until <= now) write.settle.reject(error);
    const rest = group.filter(({ until }) => until > now);
    if (waiting.length === 0 && rest.length > 0) setTimeout(flush, retryAfterMS);
    waiting.push(...rest);
  };

  const commit = (group: readonly Waiting[]): void => {
    try {
      const results = inTransaction(() => group.map(({ operation }) => operation()));
      for (const [index, { settle }] of group.entries()) settle.resolve(results[index]);
    } catch (error) {
      if (isBusy(error)) retry(group, error);
      else if (group.length === 1 || isOutage(error)) for (const { settle } of group) settle.reject(error);
      else for (const write of group) commit([write]);
    }
  };

  return <A>(operation: () => A) => {
    const settle = Promise.withResolvers<unknown>();
    const length = waiting.push({ operation, until: performance.now() + lockTimeoutMS, settle });
    if (length === 1) setImmediate(flush);
    return settle.promise as Promise<A>;
  };
};
