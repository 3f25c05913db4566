import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { openDatabase } from './connection-string.ts';

const opened = (uri: string) => {
  const database = openDatabase(uri);
  if (E.isLeft(database)) throw new Error(database.left.message);
  return database.right;
};

it('An option of a connection string overrides a default of this adapter', () => {
  const { options } = opened('mongodb://localhost/?serverselectiontimeoutms=7&appName=zoo').client;
  expect(options).toMatchObject({
    serverSelectionTimeoutMS: 7,
    appName: 'zoo',
    socketTimeoutMS: 3000,
    maxPoolSize: 50,
  });
});

it.each([
  ['mongodb://localhost', 'animal-store'],
  ['mongodb://localhost?replicaSet=rs0', 'animal-store'],
  ['mongodb://user:p%2Fw@a:1,b:2,c:3/zoo%2D1?w=majority', 'zoo-1'],
])('The database of %s is %s', (uri, name) => {
  expect(opened(uri).databaseName).toBe(name);
});

it('A database reads from the primary, and writes to the disks of a majority', () => {
  const { readPreference, writeConcern } = opened('mongodb://localhost');
  expect(readPreference?.mode).toBe('primary');
  expect(writeConcern).toEqual({ w: 'majority', j: true, journal: true, wtimeoutMS: 2000, wtimeout: 2000 });
});

it.each(['admin', 'config', 'local'])('The database %s is refused', (name) => {
  const message = `the database ${name} belongs to MongoDB itself: name another one`;
  expect(openDatabase(`mongodb://localhost/${name}`)).toEqual(E.left({ _tag: 'StoreMisconfigured', message }));
});

const start = 'The MongoDB connection string is not valid:';
const malformed =
  `${start} it must be mongodb://[user:password@]host[:port][/database][?options] or mongodb+srv://…, ` +
  'with every special character in a user or password percent-encoded';

it.each([
  'localhost:27017',
  '',
  'mongodb://clerk:s3cret',
  'mongodb://cl/erk:s3cret@localhost',
  'mongodb://clerk:s3?cret@localhost',
  'mongodb://cl?erk=s3cret@localhost',
  'mongodb://clerk:12?s3cret=1@localhost',
  'mongodb://clerk/s3cret@localhost',
])('%s is malformed, and no secret is shown', (uri) => {
  expect(openDatabase(uri)).toEqual(E.left({ _tag: 'StoreMisconfigured', message: malformed }));
});

const messageFor = (options: string, scheme = 'mongodb'): string | undefined => {
  const refused = openDatabase(`${scheme}://clerk:s3cret@db.example/zoo?${options}`);
  return E.isLeft(refused) ? refused.left.message : undefined;
};

it.each([
  ['w=1', 'the option w must be majority'],
  ['W=0', 'the option w must be majority'],
  ['journal=false', 'the option journal must be true'],
  ['j=false', 'the option j must be true'],
  ['readpreference=secondaryPreferred&w=1', 'the option w must be majority; the option readPreference must be primary'],
  ['useBigInt64=true', 'the option useBigInt64 must be false'],
  ['tlsCAFile=a.pem', 'the option tlsCAFile has no effect without tls=true'],
  ['tls=false&tlsInsecure=true', 'the option tlsInsecure has no effect without tls=true'],
  // Of the driver, which knows more rules.
  ['colour=red', 'option colour is not supported'],
])('The option %s is refused: %s', (options, problem) => {
  expect(messageFor(options)).toBe(`${start} ${problem}`);
});

it.each([
  ['w=majority&journal=true&j=true&readPreference=primary&retryWrites=false'],
  ['tls=true&tlsCAFile=a.pem'],
  // The scheme turns TLS on.
  ['tlsCAFile=a.pem', 'mongodb+srv'],
])('The options %s are the choice of the user', (options, scheme?: string) => {
  expect(messageFor(options, scheme)).toBeUndefined();
});
