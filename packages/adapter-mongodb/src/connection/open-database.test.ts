import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';

const opened = (uri: string) => {
  const database = openDatabase(uri);
  if (E.isLeft(database)) throw new Error(database.left.message);
  return database.right;
};

it('is opened with the limits of the connection string, or else with those of this service', () => {
  expect(opened('mongodb://localhost/?serverselectiontimeoutms=7&retryWrites=false').client.options).toMatchObject({
    serverSelectionTimeoutMS: 7,
    connectTimeoutMS: 2000,
    waitQueueTimeoutMS: 1000,
    socketTimeoutMS: 3000,
    heartbeatFrequencyMS: 2000,
    maxPoolSize: 50,
    maxConnecting: 50,
    retryWrites: false,
    appName: 'animal-store',
  });
  expect(opened('mongodb://localhost/?maxPoolSize=3&appName=zoo').client.options).toMatchObject({
    serverSelectionTimeoutMS: 3000,
    maxPoolSize: 3,
    retryWrites: true,
    appName: 'zoo',
  });
});

it('is animal-store by default, and keeps to a majority and the primary', () => {
  const { databaseName, writeConcern, readPreference } = opened('mongodb://localhost/?w=1&readPreference=secondary');
  expect(databaseName).toBe('animal-store');
  expect(writeConcern).toEqual({ w: 'majority', wtimeoutMS: 2000, wtimeout: 2000 });
  expect(readPreference?.mode).toBe('primary');
});

it.each([
  ['localhost:27017', ': Invalid scheme, expected connection string to start with "mongodb://" or "mongodb+srv://"'],
  ['', ': Invalid scheme, expected connection string to start with "mongodb://" or "mongodb+srv://"'],
  ['mongodb://localhost/?foo=1', ': option foo is not supported'],
  ['mongodb://clerk:s3cret@localhost/?foo=1', ': option foo is not supported'],
  ['mongodb://localhost/?maxPoolSize=many', ': Expected maxPoolSize to be stringified int value, got: many'],
  ['mongodb://cl/erk:s3cret@localhost', ''],
  ['mongodb://clerk:s3/cret@localhost', ': Password contains unescaped characters'],
])('%s is refused, and no secret is shown', (uri, detail) => {
  expect(openDatabase(uri)).toEqual(
    E.left({ _tag: 'MongoMisconfigured', message: `The MongoDB connection string is not valid${detail}` }),
  );
});
