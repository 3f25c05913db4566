import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { openCollections } from './documents/collections.ts';
import { openDatabase } from './open-database.ts';

const opened = (uri: string) => {
  const database = openDatabase(uri);
  if (E.isLeft(database)) throw new Error(database.left.message);
  return database.right;
};

it('is opened with the limits of the connection string, or else with those of this service', () => {
  const { options } = opened('mongodb://localhost/?serverselectiontimeoutms=7&appName=zoo').client;
  expect(options).toMatchObject({
    serverSelectionTimeoutMS: 7,
    connectTimeoutMS: 2000,
    waitQueueTimeoutMS: 1000,
    socketTimeoutMS: 3000,
    heartbeatFrequencyMS: 2000,
    maxPoolSize: 50,
    maxConnecting: 50,
    retryWrites: true,
    retryReads: true,
    appName: 'zoo',
  });
});

it.each([
  ['mongodb://localhost', 'animal-store'],
  ['mongodb://localhost/?replicaSet=rs0', 'animal-store'],
  ['mongodb://localhost?replicaSet=rs0', 'animal-store'],
  ['mongodb://user:p%2Fw@a:1,b:2,c:3/zoo%2D1?w=1', 'zoo-1'],
])('The database of %s is %s', (uri, name) => {
  expect(opened(uri).databaseName).toBe(name);
});

it.each([
  'readPreference=secondary',
  'replicaSet=rs0&readpreference=nearest&maxStalenessSeconds=120',
  'readPreference=secondaryPreferred&readPreferenceTags=dc:ny,rack:1&readPreferenceTags=&appName=zoo',
])('reads from the primary, also to find a server, and writes to a majority with %s', (options) => {
  const { client, readPreference, writeConcern } = opened(`mongodb://localhost/?w=1&${options}`);
  expect([client.options.readPreference.toJSON(), readPreference?.mode]).toEqual([{ mode: 'primary' }, 'primary']);
  expect(writeConcern).toEqual({ w: 'majority', wtimeoutMS: 2000, wtimeout: 2000 });
});

it('never requests bigints of the driver, because its monitor fails on them when the primary changes', () => {
  const database = opened('mongodb://localhost/?useBigInt64=true&promoteLongs=false&promoteValues=false');
  const { pets, creations, apiKeys, counters } = openCollections(database);
  const plain = { useBigInt64: false, promoteLongs: true, promoteValues: true };
  const longs = { ...plain, promoteLongs: false };
  const options = [apiKeys, pets, creations, counters].map(({ bsonOptions }) => bsonOptions);
  expect(options).toMatchObject([plain, longs, longs, longs]);
});

it.each([
  'localhost:27017',
  '',
  'mongodb://localhost/?foo=1',
  'mongodb://localhost/?maxPoolSize=many',
  'mongodb://cl/erk:s3cret@localhost',
  'mongodb://clerk:s3?cret@localhost',
])('%s is refused, and no secret is shown', (uri) => {
  const message =
    'The MongoDB connection string is not valid: it must be mongodb://[user:password@]host[:port][/database][?options] or ' +
    'mongodb+srv://…, with options that the driver knows, and every special character in a user or password percent-encoded';
  expect(openDatabase(uri)).toEqual(E.left({ _tag: 'MongoMisconfigured', message }));
});
