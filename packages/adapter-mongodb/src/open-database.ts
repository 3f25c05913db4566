import { either as E } from 'fp-ts';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { databaseNameOf, givesAway, optionNamesOf } from './connection-string.ts';
import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';
import { driverTimeLimits, serverTimeLimitMS } from './time-limits.ts';

const defaults = { ...driverTimeLimits, maxPoolSize: 50, retryWrites: true, retryReads: true, appName: 'animal-store' };

// How replies are read is not for a connection string to say: the driver's own errors change with it.
const fixed = { promoteValues: true, promoteLongs: true, useBigInt64: false };

// Without a majority, or away from the primary, no promise of the repositories could be kept.
const durable = {
  readPreference: 'primary',
  writeConcern: { w: 'majority', wtimeoutMS: serverTimeLimitMS },
} as const;

// The driver prefers an option in code to the same one in the connection string; here it is the other way round.
const defaultsFor = (uri: string, more: MongoClientOptions): MongoClientOptions => {
  const given = optionNamesOf(uri);
  return Object.fromEntries(
    Object.entries({ ...defaults, ...more }).filter(([name]) => !given.has(name.toLowerCase())),
  );
};

const malformed = (uri: string, error: unknown): MongoMisconfigured => {
  const detail = error instanceof Error ? error.message : String(error);
  return mongoMisconfigured(`The MongoDB connection string is not valid${givesAway(uri, detail) ? '' : `: ${detail}`}`);
};

/**
 * Opens the database of a connection string, with `more` defaults. It connects to nothing yet, so it fails only when the
 * connection string is malformed.
 */
export const openDatabase = (uri: string, more: MongoClientOptions = {}): E.Either<MongoMisconfigured, Db> =>
  E.tryCatch(
    () => new MongoClient(uri, { ...defaultsFor(uri, more), ...fixed }).db(databaseNameOf(uri), durable),
    (error) => malformed(uri, error),
  );
