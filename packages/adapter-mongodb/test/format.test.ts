import { readFile } from 'node:fs/promises';
import { BSON, describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { openCollections } from '../src/documents/collections.ts';
import { checkMongo, connectMongo } from '../src/index.ts';
import { type FormatStep, formatSteps } from '../src/schema/format.ts';
import { prepareCollections } from '../src/schema/prepare-collections.ts';
import { connect } from './mongodb/connect.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

interface StoredCollection {
  readonly options: Document;
  readonly indexes: readonly { readonly key: Record<string, 1>; readonly name: string }[];
  readonly documents: Stored[];
}

const current = formatSteps.length + 1;

describeOnMongodb('The format of a database', (test) => {
  let databases = 0;

  const restore = async (name: string) => {
    const own = `${test.name}-${databases++}`;
    const database = test.client.db(own);
    const text = await readFile(new URL(`stored/${name}.ejson`, import.meta.url), 'utf8');
    const collections: Record<string, StoredCollection> = BSON.EJSON.parse(text, { relaxed: false });
    for (const [collection, { options, indexes, documents }] of Object.entries(collections)) {
      await database.createCollection(collection, options);
      for (const { key, ...rest } of indexes) await database.collection(collection).createIndex(key, rest);
      await database.collection<Stored>(collection).insertMany(documents);
    }
    return { database, uri: test.uri.replace(test.name, own) };
  };

  const refusalsOf = async (uri: string): Promise<readonly unknown[]> => {
    const outcomes = [await connectMongo(uri)(), await checkMongo(uri)()];
    return outcomes.map((outcome) => (E.isLeft(outcome) && 'message' in outcome.left ? outcome.left.message : outcome));
  };

  it('that has no number, because it is the first one, is opened with all that was stored', async () => {
    const { uri, database } = await restore('format-1');
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
    expect(await store.pets.add(tom, idempotency('k'))()).toEqual(E.right({ id: 1009n, ...tom }));
    expect(await store.pets.add(tom)()).toMatchObject(E.right({ id: 1109n }));
    await store.close();
    expect(await database.collection<{ readonly _id: string }>('counters').findOne({ _id: 'format' })).toEqual({
      _id: 'format',
      last: current,
    });
  });

  it('of unreleased versions, with records inside animals, is refused and left alone', async () => {
    const { uri, database } = await restore('records-in-animals');
    const refusal =
      'MongoDB cannot be used: its animals hold records of creations, as those of an unreleased version; export them with that version, and import them into an empty database';
    expect(await refusalsOf(uri)).toEqual([refusal, refusal]);
    expect((await database.listCollections().toArray()).map(({ name }) => name).toSorted()).toEqual([
      'counters',
      'pets',
    ]);
  });

  it('is upgraded by the steps that are left, in order; a program without them then refuses it', async () => {
    const { uri, database } = await restore('format-1');
    const collections = openCollections(database);
    const taken: string[] = [];
    const step =
      (name: string): FormatStep =>
      async () =>
        void taken.push(name);
    const [first, ...others] = [step('first'), step('second'), step('third')];
    await prepareCollections(database, collections, undefined, [...formatSteps, first]);
    for (let start = 0; start < 2; start++)
      await prepareCollections(database, collections, undefined, [...formatSteps, first, ...others]);
    expect(taken).toEqual(['first', 'second', 'third']);
    const refusal = `MongoDB cannot be used: the database has format ${current + 3}, and this program knows only ${current}; use a newer program`;
    expect(await refusalsOf(uri)).toEqual([refusal, refusal]);
  });
});
