import { readFile } from 'node:fs/promises';
import { apiKeyOperations, petOperations } from '@animal-store/domain-testkit';
import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { BSON, type Db, type Document, Long } from 'mongodb';
import { expect, it } from 'vitest';
import { currentFormat } from '../src/schema.ts';
import { apiKey, connect, idempotency, newPet } from './store.ts';

interface Collection {
  readonly options: Document;
  readonly indexes: readonly { readonly key: Record<string, 1>; readonly name: string }[];
  readonly documents: Stored[];
}
type Format = Readonly<Record<string, Collection>>;

// What the first version of each format wrote.
const texts = await Promise.all(
  Array.from({ length: currentFormat }, (_, n) =>
    readFile(new URL(`stored/format-${n + 1}.ejson`, import.meta.url), 'utf8'),
  ),
);
const formats = texts.map((text): Format => BSON.EJSON.parse(text, { relaxed: false }));

const schemaOf = async (database: Db): Promise<Document> => {
  const collections = await database.listCollections<{ name: string; options: Document }>().toArray();
  const entries = collections.map(async ({ name, options }) => {
    const indexes = await database.collection(name).indexes();
    return [name, { options, indexes: indexes.filter((index) => index.name !== '_id_') }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

// An index of the first format is no longer made.
const wanted = Object.fromEntries(
  Object.entries<Collection>(Object.assign({}, ...texts.map((text) => BSON.EJSON.parse(text)))).map(
    ([name, { options, indexes }]) => [
      name,
      { options, indexes: indexes.filter((index) => index.name !== 'idempotency') },
    ],
  ),
);

/** The places of the values in a document, with their types. */
const placesOf = (place: string, value: unknown): readonly string[] =>
  Object.getPrototypeOf(value) === Object.prototype
    ? Object.entries(value as object).flatMap(([field, each]) => placesOf(`${place}.${field}`, each))
    : [`${place}: ${(value as object).constructor.name}`];

describeOnMongodb('The schema of a database', ({ another }) => {
  const startFive = async (uri: string): Promise<void> => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => connect(uri)));
    const pings = await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
    expect(pings).toEqual(Array(5).fill(E.right(undefined)));
  };

  it('is made by five instances that start at once, and left alone by the next five', async () => {
    const { uri, database } = another();
    for (const _ of ['first', 'next']) {
      await startFive(uri);
      expect(await schemaOf(database)).toEqual(wanted);
    }
    expect(await database.collection('counters').find().sort({ _id: -1 }).toArray()).toEqual([
      { _id: 'pets', last: 0 },
      { _id: 'format', last: currentFormat },
    ]);
  });

  it('is brought up to date by five instances when it has other rules and no indexes', async () => {
    const { uri, database } = another();
    await database.createCollection('pets', { validator: { name: 'Rex' }, validationAction: 'warn' });
    const old = Array.from({ length: 1000 }, (_, id) => ({ _id: Long.fromInt(id), name: 'old', categoryId: Long.ONE }));
    await database.collection<Stored>('pets').insertMany(old);
    await startFive(uri);
    expect(await schemaOf(database)).toEqual(wanted);
    expect(await database.collection('pets').countDocuments()).toBe(1000);
  });

  it('that has no number, because it is the first one, is opened with all that was stored', async () => {
    const { uri, database } = another();
    for (const [collection, { options, indexes, documents }] of Object.entries(formats[0] ?? {})) {
      await database.createCollection(collection, options);
      for (const { key, ...rest } of indexes) await database.collection(collection).createIndex(key, rest);
      await database.collection<Stored>(collection).insertMany(documents);
    }
    const { pets, apiKeys, close } = await connect(uri);
    expect(await pets.list({ limit: 10 })()).toEqual(
      E.right([
        { id: 7n, name: '🦊', categoryId: -(2n ** 63n), status: 'sold' },
        { id: 1008n, name: 'Rex', categoryId: 7n, status: 'available' },
        { id: 1009n, name: 'Tom', categoryId: 7n },
      ]),
    );
    const digest = (end: string): string => end.padStart(64, '0');
    expect(await apiKeys.list()()).toEqual(
      E.right([
        { id: 'aaaaaaaa', label: 'ci', digest: digest('61'), created: 1000, lastUsed: 3_600_000 },
        { id: 'bbbbbbbb', label: 'ci', digest: digest('62'), created: 1000, expires: 2000, revoked: 1500 },
      ]),
    );
    const tom = newPet({ name: 'Tom', categoryId: 7 });
    expect(await pets.add(tom, idempotency('k'))()).toEqual(E.right({ pet: { id: 1009n, ...tom }, replayed: true }));
    expect(await pets.add(tom)()).toMatchObject(E.right({ pet: { id: 1109n } }));
    await close();
    expect(await database.collection<{ readonly _id: string }>('counters').findOne({ _id: 'format' })).toEqual({
      _id: 'format',
      last: currentFormat,
    });
  });

  it('is of the format whose documents are written, because an earlier program cannot read others', async () => {
    const { uri, database } = another();
    const { pets, apiKeys, close } = await connect(uri);
    const rex = newPet({ name: 'Rex', categoryId: 7 });
    for (const [name, { run }] of Object.entries(petOperations))
      for (const used of [undefined, idempotency(name)]) {
        const added = await pets.add(rex, used)();
        if (E.isLeft(added)) throw new Error('not added');
        await run(pets, added.right.pet)();
      }
    const key = apiKey({ id: 'aaaaaaaa', label: 'ci', digest: '0'.repeat(64), created: 1000 });
    await apiKeys.add(key)();
    for (const { run } of Object.values(apiKeyOperations)) await run(apiKeys, key)();
    await close();
    const known = formats
      .flatMap(Object.entries<Collection>)
      .flatMap(([name, { documents }]) => documents.flatMap((each) => placesOf(name, each)));
    for (const { name } of await database.listCollections().toArray()) {
      const documents = await database.collection(name, { promoteValues: false }).find().toArray();
      expect(documents.length).toBeGreaterThan(0);
      expect(documents.flatMap((each) => placesOf(name, each)).filter((place) => !known.includes(place))).toEqual([]);
    }
  });
});
