import { either as E } from 'fp-ts';
import { type Db, MongoClient } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';

/** Time limit on the server for a read, and for a majority to acknowledge a write, in milliseconds. */
const serverTimeLimitMS = 2000;

/** The options of a read. */
export const limited = { maxTimeMS: serverTimeLimitMS } as const;

/** The options of a read that decides the response to a write: a document without a majority may be rolled back. */
export const ofMajority = { ...limited, readConcern: { level: 'majority' } } as const;

/** The most connections to a server. All may open at once; by default the driver opens two at a time, and a burst waits. */
const maxPoolSize = 50;

/** A connection string may override each of these by name. Times are in milliseconds. */
const defaults = {
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 1000,
  // Above the limit of the server, whose own error arrives first and keeps the connection.
  socketTimeoutMS: 3000,
  // Below `serverSelectionTimeoutMS`, so that a server that was given up by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
  maxPoolSize,
  maxConnecting: maxPoolSize,
  appName: 'animal-store',
};

// Options in code override those of the connection string, which must not change how replies are read. With `useBigInt64`, the
// driver 7.9.0 ends the process when the primary changes, because its monitor cannot handle a bigint in a reply.
const fixed = { promoteValues: true, promoteLongs: true, useBigInt64: false };

// The promises of the repositories need a majority and the primary.
const durable = { readPreference: 'primary', writeConcern: { w: 'majority', wtimeoutMS: serverTimeLimitMS } } as const;

// Reads go to the primary. The driver would select a server by these before it connects, and may find none.
const ignored = ['readPreference', 'readPreferenceTags', 'maxStalenessSeconds'];

const parse = (uri: string): ConnectionString => {
  const parsed = new ConnectionString(uri);
  // Names of options are not case-sensitive, and neither are these `searchParams`.
  const { searchParams } = parsed;
  for (const name of ignored) searchParams.delete(name);
  for (const [name, value] of Object.entries(defaults))
    if (!searchParams.has(name)) searchParams.set(name, String(value));
  return parsed;
};

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
    () => {
      const parsed = parse(uri);
      const name = decodeURIComponent(parsed.pathname.slice(1)) || 'animal-store';
      return new MongoClient(parsed.href, fixed).db(name, durable);
    },
    () => mongoMisconfigured(malformed),
  );
