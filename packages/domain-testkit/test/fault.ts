/** One mistake that an adapter might make, and the laws that are there to catch it. */
export interface Fault<R> {
  readonly name: string;
  readonly breaks: (correct: R) => R;
  readonly caughtBy: readonly string[];
}

/** Lets everything else that is under way take its turn, as a database would. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs a task once, as soon as it is made, whether anybody asks for its outcome or not. */
export const eager = <A>(task: () => Promise<A>): (() => Promise<A>) => {
  const running = task();
  return () => running;
};

/** Runs a task when it is first asked for, and gives the same outcome ever after. */
export const memoised = <A>(task: () => Promise<A>): (() => Promise<A>) => {
  let running: Promise<A> | undefined;
  return () => {
    running ??= task();
    return running;
  };
};
