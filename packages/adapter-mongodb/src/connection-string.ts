// A connection string of MongoDB can set options that weaken what a write or a read promises.
import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E, readonlyRecord as R } from 'fp-ts';
import { type Db, MongoClient } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { databaseOptions } from './concerns.ts';

// Databases of the server: `local` is not replicated, and the others need other rights.
const ofMongodb: readonly string[] = ['admin', 'config', 'local'];

/** Opens a database of a client with the options that the promises of the repositories need. */
export const openDurably = (client: MongoClient, name: string): E.Either<StoreMisconfigured, Db> =>
  ofMongodb.includes(name)
    ? E.left(storeMisconfigured(`the database ${name} belongs to MongoDB itself: name another one`))
    : E.right(client.db(name, databaseOptions));

/** The defaults that a connection string overrides, by name. Times are in milliseconds. */
const defaults = {
  // Below the time limit of an operation, which would hide why no server was found. A ping tells it sooner.
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 1000,
  // Above the limit of the server, whose own error arrives first and keeps the connection.
  socketTimeoutMS: 3000,
  // Below `serverSelectionTimeoutMS`, so that a server that was given up by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
  maxPoolSize: 50,
  // All may open at once. By default the driver opens two, and a burst waits.
  maxConnecting: 50,
  appName: 'animal-store',
};

/** Options that would give up a promise of the repositories, with the only value that does not. All others are the driver's. */
const needed: Readonly<Record<string, string>> = {
  w: 'majority',
  journal: 'true',
  j: 'true',
  readPreference: 'primary',
  // The monitor of the driver 7.9.0 fails on bigints when the primary changes, which ends the process.
  useBigInt64: 'false',
};

/** The problems of the options of a connection string, without their values. */
const problemsOf = ({ searchParams }: ConnectionString, { options }: MongoClient): readonly string[] => {
  const broken = Object.entries(needed).flatMap(([name, value]) =>
    [value, null].includes(searchParams.get(name)) ? [] : [`the option ${name} must be ${value}`],
  );
  // The driver would ignore it, and send all in plain text.
  const unused = [...searchParams.keys()].filter((name) => options.tls !== true && /^tls./i.test(name));
  return [...broken, ...unused.map((name) => `the option ${name} has no effect without tls=true`)];
};

const invalid = 'The MongoDB connection string is not valid:';

const malformed =
  `${invalid} it must be mongodb://[user:password@]host[:port][/database][?options] or mongodb+srv://…, ` +
  'with every special character in a user or password percent-encoded';

/**
 * Opens the database that a connection string names, or else `animal-store`. It does not connect yet, so it fails only if the
 * connection string is not valid, or names a database of MongoDB itself.
 */
export const openDatabase = (uri: string): E.Either<StoreMisconfigured, Db> => {
  // A password that is not percent-encoded may end up in any part of the string, and the driver quotes hosts.
  let isSafe = (_: string): boolean => false;
  try {
    const parsed = new ConnectionString(uri);
    const { searchParams, pathname } = parsed;
    const isSplit = `${pathname}${parsed.search}`.includes('@');
    isSafe = (message) => !isSplit && !parsed.hosts.some((host) => message.includes(host));
    const absent = R.filterWithIndex((name: string) => !searchParams.has(name))<string | number>(defaults);
    const client = new MongoClient(uri, { ...absent, serverApi: '1' });
    const problems = problemsOf(parsed, client);
    if (problems.length > 0)
      return E.left(storeMisconfigured(isSplit ? malformed : `${invalid} ${problems.join('; ')}`));
    return openDurably(client, decodeURIComponent(pathname.slice(1)) || 'animal-store');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return E.left(storeMisconfigured(isSafe(message) ? `${invalid} ${message}` : malformed));
  }
};
