import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import {
  type CreateCollectionOptions,
  type CreateIndexesOptions,
  type Db,
  type IndexSpecification,
  Long,
} from 'mongodb';
import { expect, it } from 'vitest';
import { formatSteps } from '../src/schema.ts';
import { bothOn, connect, newPet } from './store.ts';

const twice = (message: string): readonly string[] => [message, message];

const mayNot =
  'with which documents may be removed, refused or mixed up: copy its documents into a collection without it';
const mayNotIndex = 'with which documents may be removed or refused: drop it';

type Change = (database: Db, uri?: string) => Promise<unknown>;

const currentFormat = formatSteps.length;

const index =
  (collection: string, key: IndexSpecification, options: CreateIndexesOptions = {}): Change =>
  (database) =>
    database.collection(collection).createIndex(key, options);

const collection =
  (name: string, options: CreateCollectionOptions): Change =>
  (database) =>
    database.createCollection(name, options);

const document =
  (name: string, ...documents: readonly Stored[]): Change =>
  (database) =>
    database.collection<Stored>(name).insertMany([...documents]);

const english = { locale: 'en', strength: 2 } as const;

describeOnMongodb('The check of a database', ({ name, uri, another }) => {
  it('tells an empty one from ours, and creates nothing', async () => {
    const { uri, database } = another();
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
    expect(await bothOn(uri)).toEqual(['ours', 'usable']);
    await database.dropDatabase();
    expect((await bothOn(uri))[0]).toBe('empty');
    await database.dropDatabase();
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
  });

  const newer = (format: unknown): string =>
    `the database has format ${format}, and this program knows only ${currentFormat}; use a newer program`;
  const made = 'is not the one that this program makes: drop it, and a start makes it again';
  it.each<[string, Change]>([
    [newer(currentFormat + 1), document('counters', { _id: 'format', last: Long.fromInt(currentFormat + 1) })],
    [newer(Number.NaN), document('counters', { _id: 'format', last: 'two' })],
    [
      'The field last of the document "pets" in counters must be a long',
      async (database, uri) => {
        await (await connect(uri ?? '')).close();
        await database.collection<{ _id: string }>('counters').updateOne({ _id: 'pets' }, { $set: { last: 'two' } });
      },
    ],
    ['pets is a view, and not a collection: rename or drop it', collection('pets', { viewOn: 'animals' })],
    [
      'creations is a timeseries, and not a collection: rename or drop it',
      collection('creations', { timeseries: { timeField: 'created' } }),
    ],
    ...(
      [
        ['pets', 'capped', { capped: true, size: 4096 }],
        ['creations', 'collation', { collation: english }],
        ['apiKeys', 'expireAfterSeconds', { clusteredIndex: { key: { _id: 1 }, unique: true }, expireAfterSeconds: 1 }],
        ['counters', 'validator', { validator: { last: 1 } }],
      ] as const
    ).map(([name, option, created]): [string, Change] => [
      `the collection ${name} has the option ${option}, ${mayNot}`,
      collection(name, created),
    ]),
    [
      `the collection pets has the option encryptedFields, ${mayNot}`,
      (database) => database.command({ create: 'pets', encryptedFields: { fields: [] } }),
    ],
    [
      `the index old of creations has the option expireAfterSeconds, ${mayNotIndex}`,
      index('creations', { created: 1 }, { name: 'old', expireAfterSeconds: 3600 }),
    ],
    [
      `the index digest of apiKeys has the option expireAfterSeconds, ${mayNotIndex}`,
      index('apiKeys', { digest: 1 }, { name: 'digest', unique: true, expireAfterSeconds: 3600 }),
    ],
    [
      `the index name of pets has the option unique, ${mayNotIndex}`,
      index('pets', { name: 1 }, { name: 'name', unique: true }),
    ],
    [
      `the index name of pets has the option prepareUnique, ${mayNotIndex}`,
      async (database) => {
        await index('pets', { name: 1 }, { name: 'name' })(database);
        await database.command({ collMod: 'pets', index: { name: 'name', prepareUnique: true } });
      },
    ],
    [
      'the index place of pets is a 2dsphere index, which may refuse documents: drop it',
      index('pets', { name: '2dsphere' }, { name: 'place' }),
    ],
    [`the index digest of apiKeys ${made}`, index('apiKeys', { digest: 1 }, { name: 'digest' })],
    [
      `the index status of pets ${made}`,
      index('pets', { status: 1, _id: 1 }, { name: 'status', partialFilterExpression: { status: 'sold' } }),
    ],
    [`the index status of pets ${made}`, index('pets', { status: 1, _id: 1 }, { name: 'status', hidden: true })],
  ])('agrees with the start that %s', async (sentence, put) => {
    const { uri, database } = another();
    await put(database, uri);
    expect(await bothOn(uri)).toEqual(twice(`MongoDB cannot be used: ${sentence}`));
  });

  it.each<[string, Change]>([
    ['a plain index', index('pets', { categoryId: -1, name: 1 })],
    ['the same index under another name', index('pets', { status: 1, _id: 1 })],
    [
      'a hidden, sparse index with a collation',
      index('pets', { name: 1 }, { hidden: true, sparse: true, collation: english }),
    ],
    ['a clustered collection', collection('pets', { clusteredIndex: { key: { _id: 1 }, unique: true } })],
    ['an index of words', index('pets', { name: 'text' })],
    ['an index for shards', index('creations', { _id: 'hashed' })],
    ['images of changes', collection('creations', { changeStreamPreAndPostImages: { enabled: true } })],
  ])('agrees with the start that %s changes nothing', async (_, put) => {
    const { uri, database } = another();
    await put(database, uri);
    const [checked, started] = await bothOn(uri);
    expect([['empty', 'ours'].includes(checked), started]).toEqual([true, 'usable']);
    const { pets, close } = await connect(uri);
    expect(await pets.add(newPet({ name: 'Rex', categoryId: 1n, status: 'sold' }))()).toMatchObject(E.right({}));
    await close();
    const indexes = await database.collection('pets').indexes();
    expect(indexes.filter(({ key }) => JSON.stringify(key) === '{"status":1,"_id":1}').length).toBeGreaterThan(0);
  });

  it('agrees with the start on a name that differs from another one in case alone', async () => {
    const { uri, database } = another();
    await database.collection('x').insertOne({});
    const [other, own] = [database.databaseName.toUpperCase(), database.databaseName];
    const reason = `db already exists with different case already have: [${own}] trying to create [${other}]`;
    expect(await bothOn(uri.replace(own, other))).toEqual(twice(`MongoDB cannot be used: ${reason}`));
  });

  it('agrees with the start on a name that the server refuses', async () => {
    const refusal = expect.stringMatching(/^MongoDB cannot be used: Invalid (?:database|collection) name.*a b/);
    expect(await bothOn(uri.replace(name, 'a%20b'))).toEqual([refusal, refusal]);
  });

  it('agrees with the start that a server that is away may come back', async () => {
    expect(await bothOn('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100')).toEqual(['unavailable', 'usable']);
  });
});
