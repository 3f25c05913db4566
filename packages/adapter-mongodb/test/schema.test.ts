import { readdirSync, readFileSync } from 'node:fs';
import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { BSON, type Db, type Document, Long } from 'mongodb';
import { expect, it } from 'vitest';
import { validationBy } from '../src/compare.ts';
import { StoredApiKey } from '../src/documents/api-key-document.ts';
import { formatSteps, wantedCollections } from '../src/schema.ts';
import { connect, idempotency, newPet } from './store.ts';

interface Collection {
  readonly options: Document;
  readonly indexes: readonly { readonly key: Record<string, 1>; readonly name: string }[];
  readonly documents: Stored[];
}

const schemaOf = async (database: Db): Promise<Document> => {
  const collections = await database.listCollections<{ name: string; options: Document }>().toArray();
  const entries = collections.map(async ({ name, options }) => {
    const indexes = await database.collection(name).indexes();
    return [name, { options, indexes: indexes.filter((index) => index.name !== '_id_') }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

const wanted = Object.fromEntries(
  wantedCollections.map(({ name, schema, index }) => [
    name,
    { options: schema ? validationBy(schema) : {}, indexes: index ? [{ v: 2, ...index }] : [] },
  ]),
);

it('The documents of a format never change: other rules are a step to the next format', async () => {
  const rules = wantedCollections.flatMap(({ name, schema }) => (schema ? [[name, schema]] : []));
  const kinds = JSON.stringify({ ...Object.fromEntries(rules), apiKeys: StoredApiKey.name }, undefined, 2);
  // The file of a new format is written by the first run.
  await expect(`${kinds}\n`).toMatchFileSnapshot(`stored/rules-${formatSteps.length}.ejson`);
});

// Each has the same animals and keys. The first version stored no number of its format.
const stored = new URL('stored/', import.meta.url);
const copies = readdirSync(stored).filter((name) => name.startsWith('format-'));

it('There is a stored copy of each format before the current one', () => {
  const earlier = formatSteps.slice(1).map((_, n) => `format-${n + 1}.ejson`);
  expect(copies).toEqual(expect.arrayContaining(earlier));
});

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
      { _id: 'format', last: formatSteps.length },
    ]);
  });

  it('is completed by a start after one that was killed', async () => {
    const { uri, database } = another();
    await database.createCollection('pets');
    await database.collection<Stored>('counters').insertOne({ _id: 'format', last: Long.ONE });
    await startFive(uri);
    expect(await schemaOf(database)).toEqual(wanted);
  });

  it('is brought up to date by five instances when it has other rules and no indexes', async () => {
    const { uri, database } = another();
    await (await connect(uri)).close();
    await database.command({ collMod: 'pets', validator: { name: 'Rex' }, validationAction: 'warn' });
    await database.collection('pets').dropIndexes();
    const old = Array.from({ length: 1000 }, (_, id) => ({ _id: Long.fromInt(id), name: 'old', categoryId: Long.ONE }));
    await database.collection<Stored>('pets').insertMany(old);
    await startFive(uri);
    expect(await schemaOf(database)).toEqual(wanted);
    expect(await database.collection('pets').countDocuments()).toBe(1000);
  });

  it.each(copies)('that an earlier version made is opened with all that was stored: %s', async (copy) => {
    const { uri, database } = another();
    const text = readFileSync(new URL(copy, stored), 'utf8');
    const collections: Readonly<Record<string, Collection>> = BSON.EJSON.parse(text, { relaxed: false });
    for (const [collection, { options, indexes, documents }] of Object.entries(collections)) {
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
  });
});
