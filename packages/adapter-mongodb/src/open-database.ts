import { either as E } from 'fp-ts';
import { type Db, MongoClient, type TransactionOptions } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { defaults, problemsOf } from './connection-options.ts';
import { type MongoMisconfigured, mongoMisconfigured } from './errors.ts';

/** Time limit on the server for a read, and for a majority to acknowledge a write, in milliseconds. */
const serverTimeLimitMS = 2000;

/** The options of a read. The level is that of MongoDB itself, whatever the default of the cluster is. */
export const limited = { maxTimeMS: serverTimeLimitMS, readConcern: { level: 'local' } } as const;

/** The options of a read that decides the response to a write: a document without a majority may be rolled back. */
export const ofMajority = { ...limited, readConcern: { level: 'majority' } } as const;

const primary = { readPreference: 'primary' } as const;

/** The options of a transaction. Without them it would have those of the client. */
export const transaction: TransactionOptions = {
  ...primary,
  readConcern: { level: 'local' },
  writeConcern: { w: 'majority' },
};

// The promises of the repositories need these, whatever the options of the client are. The repositories rely on how replies
// are read. With `journal`, a majority has written to disk even if the replica set is configured otherwise.
const durable = {
  ...primary,
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: serverTimeLimitMS },
  promoteValues: true,
  promoteLongs: true,
  useBigInt64: false,
  raw: false,
  enableUtf8Validation: true,
} as const;

// Databases of the server: `local` is not replicated, and the others need other rights.
const ofMongodb: readonly string[] = ['admin', 'config', 'local'];

/** Opens a database of a client with the options that the promises of the repositories need. */
export const openDurably = (client: MongoClient, name: string): E.Either<MongoMisconfigured, Db> =>
  ofMongodb.includes(name)
    ? E.left(mongoMisconfigured(`the database ${name} belongs to MongoDB itself: name another one`))
    : E.right(client.db(name, durable));

const invalid = 'The MongoDB connection string is not valid:';

const malformed =
  `${invalid} it must be mongodb://[user:password@]host[:port][/database][?options] or mongodb+srv://…, ` +
  'with every special character in a user or password percent-encoded';

const withDefaults = (given: ConnectionString): string => {
  const completed = given.clone();
  for (const [name, value] of Object.entries(defaults))
    if (!completed.searchParams.has(name)) completed.searchParams.set(name, String(value));
  return completed.href;
};

/**
 * Opens the database that a connection string names, or else `animal-store`. It does not connect yet, so it fails only if the
 * connection string is not valid.
 */
export const openDatabase = (uri: string): E.Either<MongoMisconfigured, Db> => {
  // A password that is not percent-encoded may end up in any part of the string, and the driver quotes hosts.
  let isSafe = (_: string): boolean => false;
  try {
    const parsed = new ConnectionString(uri);
    const isSplit = `${parsed.pathname}${parsed.search}`.includes('@');
    isSafe = (message) => !isSplit && !parsed.hosts.some((host) => message.includes(host));
    const client = new MongoClient(withDefaults(parsed));
    const problems = problemsOf(parsed, client);
    if (problems.length > 0)
      return E.left(mongoMisconfigured(isSplit ? malformed : `${invalid} ${problems.join('; ')}`));
    return openDurably(client, decodeURIComponent(parsed.pathname.slice(1)) || 'animal-store');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return E.left(mongoMisconfigured(isSafe(message) ? `${invalid} ${message}` : malformed));
  }
};
