import type { either as E } from 'fp-ts';

/** Performs an operation for several items at once, and returns the outcome of each, in the order of the items. */
export type PerformAll<I, O> = (items: readonly I[]) => Promise<readonly E.Either<unknown, O>[]>;

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (outcome: O) => void;
  readonly reject: (error: unknown) => void;
}

const settle = <I, O>({ resolve, reject }: Waiting<I, O>, outcome: E.Either<unknown, O> | undefined): void => {
  if (outcome === undefined) reject(new Error('An item of a batch has no outcome'));
  else if (outcome._tag === 'Right') resolve(outcome.right);
  else reject(outcome.left);
};

/**
 * Makes a function for one item from a function for many: items of the same turn of the event loop are performed
 * together, at most `max` at a time. A database takes a hundred inserts in little more time than one.
 *
 * The result resolves or rejects with the outcome of its own item. If `performAll` itself rejects, all its items reject with
 * that error: whether any of them was performed is unknown. No item waits for an earlier batch, so a slow one delays no other.
 */
export const batch = <I, O>(max: number, performAll: PerformAll<I, O>): ((item: I) => Promise<O>) => {
  let waiting: Waiting<I, O>[] = [];

  const perform = async (items: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const outcomes = await performAll(items.map(({ item }) => item));
      for (const [index, each] of items.entries()) settle(each, outcomes[index]);
    } catch (error) {
      for (const { reject } of items) reject(error);
    }
  };

  const send = (): void => {
    const items = waiting;
    waiting = [];
    for (let first = 0; first < items.length; first += max) perform(items.slice(first, first + max));
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) setImmediate(send);
    });
};
