/**
 * Waits for a promise with a time limit. Above that it returns the result of `late`; the promise continues, and its
 * outcome is ignored.
 */
export const withTimeout = <A>(milliseconds: number, promise: Promise<A>, late: () => A): Promise<A> => {
  const { promise: timeout, resolve } = Promise.withResolvers<A>();
  const timer = setTimeout(() => resolve(late()), milliseconds);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};
