/** All values of an async iterable, in their order. */
export const collect = async <A>(items: AsyncIterable<A>): Promise<readonly A[]> => {
  const collected: A[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};
