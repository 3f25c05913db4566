import { either as E } from 'fp-ts';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';

/** Time limit on the server for a read, and for a majority to acknowledge a write, in milliseconds. */
export const serverTimeLimitMS = 2000;

/** The most connections to a server. All may open at once: the driver would open two, and a burst would wait for the others. */
const maxPoolSize = 50;

/** A connection string may override each of these by name. Times are in milliseconds. */
const defaults: MongoClientOptions = {
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 1000,
  // Above the limit of the server, whose own error arrives first and keeps the connection.
  socketTimeoutMS: 3000,
  // Below `serverSelectionTimeoutMS`, so that a server that was given up by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
  maxPoolSize,
  maxConnecting: maxPoolSize,
  retryWrites: true,
  retryReads: true,
  appName: 'animal-store',
};

// A connection string cannot change how replies are read. `useBigInt64` ends the process when the primary
// changes (driver 7.9.0): its monitor cannot handle a bigint in a reply.
const fixed = { promoteValues: true, promoteLongs: true, useBigInt64: false };

// The promises of the repositories need a majority and the primary.
const durable = { readPreference: 'primary', writeConcern: { w: 'majority', wtimeoutMS: serverTimeLimitMS } } as const;

const optionsIn = (uri: string): readonly string[] => /\?(.*)$/s.exec(uri)?.[1]?.split('&') ?? [];

const nameOf = (option: string): string => option.replace(/=.*$/s, '').toLowerCase();

// Reads go to the primary. The driver would select a server by these before it connects, and may find none.
const ignored: ReadonlySet<string> = new Set(['readpreference', 'readpreferencetags', 'maxstalenessseconds']);

const withoutReadPreference = (uri: string): string =>
  [
    uri.replace(/\?.*$/s, ''),
    optionsIn(uri)
      .filter((option) => !ignored.has(nameOf(option)))
      .join('&'),
  ]
    .filter((part) => part !== '')
    .join('?');

// In the driver, an option in code overrides the connection string; here the connection string overrides the code.
const defaultsFor = (uri: string): MongoClientOptions => {
  const given = new Set(optionsIn(uri).map(nameOf));
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.has(name.toLowerCase())));
};

const databaseNameOf = (uri: string): string =>
  decodeURIComponent(/^[^/]*\/\/[^/?]*\/([^?]+)/.exec(uri)?.[1] ?? 'animal-store');

// Not the error of the driver, which may quote a password.
const malformed =
  'The MongoDB connection string is not valid: it must be mongodb://[user:password@]host[:port][/database][?options] or ' +
  'mongodb+srv://…, with options that the driver knows, and every special character in a user or password percent-encoded';

/**
 * Opens the database that a connection string names, or else `animal-store`. It does not connect yet, so it fails only if the
 * connection string is malformed.
 */
export const openDatabase = (uri: string): E.Either<MongoMisconfigured, Db> =>
  E.tryCatch(
    () =>
      new MongoClient(withoutReadPreference(uri), { ...defaultsFor(uri), ...fixed }).db(databaseNameOf(uri), durable),
    () => mongoMisconfigured(malformed),
  );
