/**
 * Waits for a promise, but only so many milliseconds: then it gives the result of `late`. The promise goes on, and its
 * outcome is ignored.
 */
export const withTimeout = <A>(milliseconds: number, promise: Promise<A>, late: () => A): Promise<A> => {
  const { promise: timeout, resolve } = Promise.withResolvers<A>();
  const timer = setTimeout(() => resolve(late()), milliseconds);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};
