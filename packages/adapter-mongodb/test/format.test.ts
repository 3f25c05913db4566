import { readFile } from 'node:fs/promises';
import { BSON, describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

interface StoredCollection {
  readonly options: Document;
  readonly indexes: readonly { readonly key: Record<string, 1>; readonly name: string }[];
  readonly documents: Stored[];
}

describeOnMongodb('The format of a database', (test) => {
  let databases = 0;

  const restore = async () => {
    const own = `${test.name}-${databases++}`;
    const database = test.client.db(own);
    const text = await readFile(new URL(`stored/format-1.ejson`, import.meta.url), 'utf8');
    const collections: Record<string, StoredCollection> = BSON.EJSON.parse(text, { relaxed: false });
    for (const [collection, { options, indexes, documents }] of Object.entries(collections)) {
      await database.createCollection(collection, options);
      for (const { key, ...rest } of indexes) await database.collection(collection).createIndex(key, rest);
      await database.collection<Stored>(collection).insertMany(documents);
    }
    return { database, uri: test.uri.replace(test.name, own) };
  };

  it('that has no number, because it is the first one, is opened with all that was stored', async () => {
    const { uri, database } = await restore();
    const store = await connect(uri);
    expect(await store.pets.list({ limit: 10 })()).toEqual(
      E.right([
        { id: 7n, name: '🦊', categoryId: -(2n ** 63n), status: 'sold' },
        { id: 1008n, name: 'Rex', categoryId: 7n, status: 'available' },
        { id: 1009n, name: 'Tom', categoryId: 7n },
      ]),
    );
    const digest = (end: string): string => end.padStart(64, '0');
    expect(await store.apiKeys.list()()).toEqual(
      E.right([
        { id: 'aaaaaaaa', label: 'ci', digest: digest('61'), created: 1000, lastUsed: 3_600_000 },
        { id: 'bbbbbbbb', label: 'ci', digest: digest('62'), created: 1000, expires: 2000, revoked: 1500 },
      ]),
    );
    const tom = newPet({ name: 'Tom', categoryId: 7 });
    expect(await store.pets.add(tom, idempotency('k'))()).toEqual(
      E.right({ pet: { id: 1009n, ...tom }, replayed: true }),
    );
    expect(await store.pets.add(tom)()).toMatchObject(E.right({ pet: { id: 1109n } }));
    await store.close();
    expect(await database.collection<{ readonly _id: string }>('counters').findOne({ _id: 'format' })).toEqual({
      _id: 'format',
      last: 1,
    });
  });
});
