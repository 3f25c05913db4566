import { either as E } from 'fp-ts';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { databaseNameOf, givesAway, optionNamesOf } from './connection-string.ts';
import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';
import { driverTimeLimits, serverTimeLimitMS } from './time-limits.ts';

/** The most connections to a server. All may open at once: the driver would open two, and a burst would wait for the others. */
const maxPoolSize = 50;

const defaults = {
  ...driverTimeLimits,
  maxPoolSize,
  maxConnecting: maxPoolSize,
  retryWrites: true,
  retryReads: true,
  appName: 'animal-store',
};

// A connection string cannot change how replies are read, because the errors of the driver depend on it.
const fixed = { promoteValues: true, promoteLongs: true, useBigInt64: false };

// The promises of the repositories need a majority and the primary.
const durable = {
  readPreference: 'primary',
  writeConcern: { w: 'majority', wtimeoutMS: serverTimeLimitMS },
} as const;

// In the driver, an option in code overrides the connection string; here the connection string overrides the code.
const defaultsFor = (uri: string): MongoClientOptions => {
  const given = optionNamesOf(uri);
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.has(name.toLowerCase())));
};

const malformed = (uri: string, error: unknown): MongoMisconfigured => {
  const detail = error instanceof Error ? error.message : String(error);
  return mongoMisconfigured(`The MongoDB connection string is not valid${givesAway(uri, detail) ? '' : `: ${detail}`}`);
};

/**
 * Opens the database of a connection string. It does not connect yet, so it fails only if the
 * connection string is malformed.
 */
export const openDatabase = (uri: string): E.Either<MongoMisconfigured, Db> =>
  E.tryCatch(
    () => new MongoClient(uri, { ...defaultsFor(uri), ...fixed }).db(databaseNameOf(uri), durable),
    (error) => malformed(uri, error),
  );
