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

type Change = (database: Db) => Promise<unknown>;

const index =
  (collection: string, key: IndexSpecification, options: CreateIndexesOptions = {}): Change =>
  (database) =>
    database.collection(collection).createIndex(key, options);

const collection =
  (name: string, options: CreateCollectionOptions): Change =>
  (database) =>
    database.createCollection(name, options);

const format =
  (last: unknown): Change =>
  (database) =>
    database.collection<Stored>('counters').insertOne({ _id: 'format', last });

const english = { locale: 'en', strength: 2 } as const;
const known = formatSteps.length;

describeOnMongodb('The check of a database agrees with a start', ({ name, uri, another }) => {
  it('on one that is empty, and once it is ours; it creates nothing', async () => {
    const { uri, database } = another();
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
    expect(await bothOn(uri)).toEqual(['ours', 'usable']);
    await database.dropDatabase();
    expect((await bothOn(uri))[0]).toBe('empty');
    await database.dropDatabase();
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
  });

  const newer = (stored: unknown) =>
    `the database has format ${stored}, and this program knows only ${known}; use a newer program`;
  const harmful =
    'with which documents may be removed, refused or mixed up: copy its documents into a collection without it';
  const harmfulIndex = 'with which documents may be removed or refused: drop it';
  const other = 'is not the one that this program makes: drop it, and a start makes it again';

  it.each<[string, Change]>([
    [newer(known + 1), format(Long.fromInt(known + 1))],
    [newer(Number.NaN), format('two')],
    ['Namespace DATABASE.pets is a view, not a collection', collection('pets', { viewOn: 'animals' })],
    [
      'creations is a timeseries, and not a collection: rename or drop it',
      collection('creations', { timeseries: { timeField: 'created' } }),
    ],
    [`the collection pets has the option capped, ${harmful}`, collection('pets', { capped: true, size: 4096 })],
    [`the collection creations has the option collation, ${harmful}`, collection('creations', { collation: english })],
    [
      `the collection apiKeys has the option expireAfterSeconds, ${harmful}`,
      collection('apiKeys', { clusteredIndex: { key: { _id: 1 }, unique: true }, expireAfterSeconds: 1 }),
    ],
    [
      `the collection counters has the option validator, ${harmful}`,
      collection('counters', { validator: { last: 1 } }),
    ],
    [
      `the index old of creations has the option expireAfterSeconds, ${harmfulIndex}`,
      index('creations', { created: 1 }, { name: 'old', expireAfterSeconds: 3600 }),
    ],
    [
      `the index digest of apiKeys has the option expireAfterSeconds, ${harmfulIndex}`,
      index('apiKeys', { digest: 1 }, { name: 'digest', unique: true, expireAfterSeconds: 3600 }),
    ],
    [
      `the index name of pets has the option unique, ${harmfulIndex}`,
      index('pets', { name: 1 }, { name: 'name', unique: true }),
    ],
    [`the index digest of apiKeys ${other}`, index('apiKeys', { digest: 1 }, { name: 'digest' })],
    [
      `the index status of pets ${other}`,
      index('pets', { status: 1, _id: 1 }, { name: 'status', partialFilterExpression: { status: 'sold' } }),
    ],
    [`the index status of pets ${other}`, index('pets', { status: 1, _id: 1 }, { name: 'status', hidden: true })],
  ])('that it cannot be used: %s', async (problem, change) => {
    const { uri, database } = another();
    await change(database);
    const refusal = `MongoDB cannot be used: ${problem.replace('DATABASE', database.databaseName)}`;
    expect(await bothOn(uri)).toEqual([refusal, refusal]);
  });

  it.each<[string, Change]>([
    ['a plain index', index('pets', { categoryId: -1, name: 1 })],
    ['the same index under another name', index('pets', { status: 1, _id: 1 })],
    [
      'a hidden, sparse index with a collation',
      index('pets', { name: 1 }, { hidden: true, sparse: true, collation: english }),
    ],
    ['a clustered collection', collection('pets', { clusteredIndex: { key: { _id: 1 }, unique: true } })],
    ['an index for shards', index('creations', { _id: 'hashed' })],
    ['images of changes', collection('creations', { changeStreamPreAndPostImages: { enabled: true } })],
  ])('that it can be used with %s', async (_, change) => {
    const { uri, database } = another();
    await change(database);
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
    const { pets, close } = await connect(uri);
    expect(await pets.add(newPet({ name: 'Rex', categoryId: 1n, status: 'sold' }))()).toMatchObject(E.right({}));
    await close();
    const keys = (await database.collection('pets').indexes()).map(({ key }) => JSON.stringify(key));
    expect(keys).toContain('{"status":1,"_id":1}');
  });

  it('on a name that differs from another one in case alone', async () => {
    const { uri, database } = another();
    await database.collection('x').insertOne({});
    const [other, own] = [database.databaseName.toUpperCase(), database.databaseName];
    const refusal = `MongoDB cannot be used: db already exists with different case already have: [${own}] trying to create [${other}]`;
    expect(await bothOn(uri.replace(own, other))).toEqual([refusal, refusal]);
  });

  it('on a name that the server refuses', async () => {
    const refusal = expect.stringMatching(/^MongoDB cannot be used: Invalid (?:database|collection) name.*a b/);
    expect(await bothOn(uri.replace(name, 'a%20b'))).toEqual([refusal, refusal]);
  });

  it('that a server that is away may come back', async () => {
    expect(await bothOn('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100')).toEqual(['unavailable', 'usable']);
  });
});
