import type { TestDatabase } from '@animal-store/testkit/mongodb';

/** The ids, as text, of the stored animals by name. They are read with majority concern, not through the service. */
export const storedAnimals = async ({
  collection,
}: Pick<TestDatabase, 'collection'>): Promise<ReadonlyMap<string, readonly string[]>> => {
  const documents = await collection('pets').find({}, { readConcern: 'majority' }).toArray();
  const byName = Map.groupBy(documents, ({ name }) => String(name));
  return new Map([...byName].map(([name, found]) => [name, found.map(({ _id }) => String(_id))]));
};

/** The id in the text of an animal. */
export const idIn = (text: string): string => /^\{"id":([1-9][0-9]*),/.exec(text)?.[1] ?? `none: ${text}`;
