interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (outcome: O | Promise<O>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes a function for one item from a function for many: items of the same turn of the event loop are performed
 * together, at most `max` at a time. A database takes a hundred inserts in little more time than one.
 *
 * `performAll` returns the outcome of each item, in their order; that of an item that failed alone is a promise that rejects.
 * If `performAll` itself rejects, all its items reject with that error: whether any of them was performed is unknown. No item
 * waits for an earlier batch, so a slow one delays no other.
 */
export const batch = <I, O>(
  max: number,
  performAll: (items: readonly I[]) => Promise<readonly (O | Promise<O>)[]>,
): ((item: I) => Promise<O>) => {
  let waiting: Waiting<I, O>[] = [];

  const perform = async (items: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const outcomes = await performAll(items.map(({ item }) => item));
      for (const [index, { resolve }] of items.entries()) resolve(outcomes[index] as O);
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
