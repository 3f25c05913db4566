import { apiKeyOperations, petOperations } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { Db } from 'mongodb';
import { expect, it } from 'vitest';
import { wantedCollections } from '../src/schema.ts';
import { apiKey, bothOn, connect, idempotency, newPet, open } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 1n });
const key = apiKey({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000 });

interface Part {
  readonly what: string;
  readonly remove: (database: Db) => Promise<unknown>;
  /** Why the store is gone without a part that a start makes. */
  readonly gone?: string;
}

const parts: readonly Part[] = [
  ...wantedCollections.flatMap(({ name, index }): readonly Part[] => [
    { what: `the collection ${name}`, remove: (database) => database.dropCollection(name) },
    ...(index === undefined
      ? []
      : [
          {
            what: `the index ${index.name} of ${name}`,
            remove: (database: Db) => database.collection(name).dropIndex(index.name),
            gone: `a start has to create the index ${index.name} of ${name}`,
          },
        ]),
  ]),
  {
    what: 'the document pets of counters',
    remove: (database) => database.collection<{ _id: string }>('counters').deleteOne({ _id: 'pets' }),
  },
];

/** All that is in a database: its collections, their indexes and their documents. */
const contentOf = async (database: Db) => {
  const names = (await database.listCollections().toArray()).map(({ name }) => name).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const collection = database.collection(name, { promoteValues: false });
      return { name, indexes: await collection.indexes(), documents: await collection.find().toArray() };
    }),
  );
};

describeOnMongodb('A store that was ready', ({ another }) => {
  /** A store with an animal and a key. */
  const setUp = async () => {
    const { uri, database } = another();
    const store = await open(uri);
    const added = await store.pets.add(rex, idempotency('k'))();
    if (E.isLeft(added)) throw new Error('not added');
    await store.apiKeys.add(key)();
    const { pets, apiKeys } = store;
    const { pet } = added.right;
    const runAll = () =>
      Promise.all([
        ...Object.values(petOperations).map(({ run }) => run(pets, pet)()),
        ...Object.values(apiKeyOperations).map(({ run }) => run(apiKeys, key)()),
      ]);
    /** Drops what is left, and puts a copy in its place. */
    const restore = async (copy: Awaited<ReturnType<typeof contentOf>>) => {
      await database.dropDatabase();
      await (await connect(uri)).close();
      for (const { name, documents } of copy) {
        await database.collection(name).deleteMany({});
        await database.collection(name).insertMany(documents);
      }
    };
    return { ...store, pet, uri, database, runAll, restore };
  };

  it.each(parts)('is unavailable without $what and makes nothing, until it is back', async ({ what, remove, gone }) => {
    const { ping, pets, pet, uri, database, runAll, restore } = await setUp();
    const copy = await contentOf(database);
    await remove(database);
    const rest = await contentOf(database);
    const unavailable = (message: unknown) => ({ left: { _tag: 'RepositoryUnavailable', cause: { message } } });
    expect(await ping()).toMatchObject(unavailable(expect.stringMatching(/does not exist|^the store is gone: /)));
    const lost = `${database.databaseName} has lost ${what}; restore it from a backup`;
    for (const outcome of [await ping(), ...(await runAll())])
      expect(outcome).toMatchObject(unavailable(`the store is gone: ${gone ?? lost}`));
    expect(await contentOf(database)).toEqual(rest);
    const refusal = `MongoDB cannot be used: the store is gone: ${lost}`;
    expect(await bothOn(uri)).toEqual(gone === undefined ? [refusal, refusal] : ['ours', 'usable']);
    await restore(copy);
    expect(await ping()).toEqual(E.right(undefined));
    expect(await pets.find(pet.id)()).toMatchObject(E.right({ value: pet }));
  });

  it('acknowledges nothing once its database is dropped, not even what was in flight, and makes nothing', async () => {
    const { ping, pets, pet, uri, database } = await setUp();
    // Each operation is the first one of its store, which no other operation has warned.
    const operations = await Promise.all([
      ...Object.values(petOperations).map(async ({ run }) => run((await open(uri)).pets, pet)),
      ...Object.values(apiKeyOperations).map(async ({ run }) => run((await open(uri)).apiKeys, key)),
    ]);
    const adding = Array.from({ length: 200 }, (_, n) =>
      pets.add(rex, n % 2 === 0 ? idempotency(`${n}`) : undefined)(),
    );
    await database.dropDatabase();
    await Promise.all(adding);
    for (const outcome of await Promise.all(operations.map((operation) => operation())))
      expect(outcome).toMatchObject({ left: { cause: { message: expect.stringMatching(/^the store is gone: /) } } });
    expect(await ping()).toMatchObject({
      left: { cause: { message: 'the store is gone: a start has to create the collection pets' } },
    });
    expect(await contentOf(database)).toEqual([]);
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
    expect(await ping()).toEqual(E.right(undefined));
  });

  it('gives no id again, though an older copy is restored while it runs', async () => {
    const { pets, pet, database, restore } = await setUp();
    const copy = await contentOf(database);
    const add = async () => {
      const added = await Promise.all(Array.from({ length: 250 }, () => pets.add(rex)()));
      return added.flatMap((one) => (E.isRight(one) ? [one.right.pet.id] : []));
    };
    const before = await add();
    await restore(copy);
    // The first operation learns that the collections are other ones.
    expect((await pets.list({ limit: 1 })())._tag).toBe('Left');
    const after = await add();
    expect(new Set([pet.id, ...before, ...after]).size).toBe(501);
  });
});
