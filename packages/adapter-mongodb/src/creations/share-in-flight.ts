import type { task as T } from 'fp-ts';

/** Coalesces concurrent tasks with the same key: the first runs, and every caller gets its result. */
export const shareInFlight = <A>(): ((key: string, task: T.Task<A>) => T.Task<A>) => {
  const running = new Map<string, Promise<A>>();
  return (key, task) => () => {
    const shared = running.get(key) ?? task().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
};
