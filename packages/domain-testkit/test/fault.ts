/** The operations of a correct repository that a mistake changes. */
type Mistake<R> = (correct: R) => Partial<R>;

/** Mistakes that an adapter might make, by name: each with the laws that are there to catch it. */
export type Faults<R> = Readonly<Record<string, readonly [breaks: Mistake<R>, ...caughtBy: string[]]>>;

/** A repository with a mistake. */
export const mistaken = <R>(breaks: Mistake<R>, correct: R): R => ({ ...correct, ...breaks(correct) });

/** Lets everything else that is under way take its turn, as a database would. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Task<A> = () => Promise<A>;

/** Changes when the tasks of one operation run. */
const retiming =
  (change: <A>(task: Task<A>) => Task<A>) =>
  <K extends string>(operation: K) =>
  <R extends Record<K, (...given: never[]) => Task<unknown>>>(correct: R): R => ({
    ...correct,
    [operation]: (...given: never[]) => change(correct[operation](...given)),
  });

/** Runs each task once, as soon as it is made, even if no caller runs it. */
export const eager = retiming((task) => {
  const running = task();
  return () => running;
});

/** Runs each task when it is first run, and then always returns the same outcome. */
export const memoised = retiming(<A>(task: Task<A>) => {
  let running: Promise<A> | undefined;
  return () => {
    running ??= task();
    return running;
  };
});

/** Returns one and the same object for an id, each time it is read. It is not frozen. */
export const sharing = <A extends object & { readonly id: unknown }>(): ((one: A) => A) => {
  const shared = new Map<unknown, A>();
  return (one) => {
    const first = shared.get(one.id) ?? { ...one };
    shared.set(one.id, first);
    return first;
  };
};
