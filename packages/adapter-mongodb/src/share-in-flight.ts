import type { task as T } from 'fp-ts';

/** Makes tasks that have the same key and run at the same time one: the first runs, and all get its outcome. */
export const shareInFlight = <A>(): ((key: string, task: T.Task<A>) => T.Task<A>) => {
  const running = new Map<string, Promise<A>>();
  return (key, task) => () => {
    const shared = running.get(key) ?? task().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
};
