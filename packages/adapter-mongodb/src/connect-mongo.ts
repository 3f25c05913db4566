import type { ApiKeyRepository } from '@animal-store/access';
import { type PetRepository, type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import type { Db, MongoClient } from 'mongodb';
import { createStoreCheck } from './check-store.ts';
import type { MongoMisconfigured } from './connection/errors.ts';
import { observeProblems } from './connection/last-problem.ts';
import { misconfigurationOf } from './connection/misconfiguration-of.ts';
import { observePool, type PoolObserver } from './connection/observe-pool.ts';
import { openDatabase } from './connection/open-database.ts';
import { createRunOperation } from './connection/run-operation.ts';
import { isOverQuota } from './connection/server-codes.ts';
import { defaultOperationTimeoutMS } from './connection/time-limits.ts';
import { untilItSucceeds } from './connection/until-it-succeeds.ts';
import { createMongoApiKeyRepository } from './create-mongo-api-key-repository.ts';
import { createMongoPetRepository } from './create-mongo-pet-repository.ts';
import { openCollections } from './documents/collections.ts';
import { prepareCollections } from './schema/prepare-collections.ts';
import type { RecordLifetime } from './schema/prepare-expiry.ts';

/** The repositories of one MongoDB database. */
export interface MongoStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /**
   * Succeeds only if animals can be read and written now, as far as that can be checked without writing one. It succeeds on a
   * database without space, because reads and retries work.
   */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** What the driver last found wrong with a server, such as a refused connection; undefined if nothing is known. */
  readonly lastProblem: () => string | undefined;
  /** Closes all connections. Operations in flight, and all later ones, fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** How to connect. */
export interface MongoStoreOptions {
  /** How many milliseconds a method of a repository may take; 4,500 if absent. */
  readonly operationTimeoutMS?: number;
  /** Called when a connection changes. */
  readonly pool?: PoolObserver;
  /** How long records of idempotent creations are kept. Default: as set before, or else forever. */
  readonly recordLifetime?: RecordLifetime;
  /** Called when a block of 100 ids is reserved for new animals. */
  readonly onIdBlock?: () => void;
}

const createMongoStore = (
  database: Db,
  { operationTimeoutMS = defaultOperationTimeoutMS, onIdBlock = () => undefined, recordLifetime }: MongoStoreOptions,
): MongoStore => {
  const { client } = database;
  const lastProblem = observeProblems(client);
  const collections = openCollections(database);
  const check = createStoreCheck(database, collections);
  let connected = false;
  let closed = false;
  let isIncomplete = false;

  // Reads work on a database without space, so they do not wait for the preparation. The next check prepares again.
  const prepare = async (): Promise<void> => {
    try {
      await prepareCollections(database, collections, recordLifetime);
      isIncomplete = false;
    } catch (error) {
      if (!isOverQuota(error)) throw error;
      isIncomplete = true;
    }
  };

  const ready = untilItSucceeds(async () => {
    // Only new connections log in: those that the server has logged out stay so.
    if (connected) await client.close();
    connected = true;
    await client.connect();
    // A closed client would connect again, and keep the process alive.
    if (closed) await client.close();
    await prepare();
  });
  const run = createRunOperation({ ready, operationTimeoutMS });
  const pingOnce = async (): Promise<E.Either<never, void>> => {
    if (isIncomplete) await prepare();
    return check();
  };

  return {
    pets: createMongoPetRepository(run, collections, onIdBlock),
    apiKeys: createMongoApiKeyRepository(run, collections),
    ping: () => run(pingOnce)().catch((error: unknown) => E.left(repositoryUnavailable(error))),
    lastProblem,
    close: async () => {
      closed = true;
      await client.close();
    },
  };
};

/** Connects like `connectMongo`, and passes the client of the driver to a test before that. */
export const connectMongoWith =
  (
    uri: string,
    options: MongoStoreOptions,
    onClient: (client: MongoClient) => void,
  ): TE.TaskEither<MongoMisconfigured, MongoStore> =>
  async () => {
    const database = openDatabase(uri);
    if (E.isLeft(database)) return database;
    const { client } = database.right;
    onClient(client);
    if (options.pool !== undefined) observePool(client, options.pool);
    const store = createMongoStore(database.right, options);
    const first = await store.ping();
    const misconfigured = E.isLeft(first) ? misconfigurationOf(first.left.cause) : undefined;
    if (misconfigured === undefined) return E.right(store);
    await store.close();
    return E.left(misconfigured);
  };

/**
 * Connects to the database that a connection string names, or else `animal-store`, and prepares its collections.
 *
 * It succeeds even while MongoDB is unavailable: operations fail with `RepositoryUnavailable` until it responds, and the
 * first one after that prepares the collections. It fails if waiting would not help, for example with a malformed
 * connection string or refused credentials.
 *
 * Options in the connection string override the defaults, except those that durability needs: the write concern is
 * `majority`, and reads go to the primary.
 */
export const connectMongo = (
  uri: string,
  options: MongoStoreOptions = {},
): TE.TaskEither<MongoMisconfigured, MongoStore> => connectMongoWith(uri, options, () => undefined);
