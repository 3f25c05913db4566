import type { ApiKeyRepository } from '@animal-store/access';
import { assertTimeLimit, type PoolObserver } from '@animal-store/access/node';
import {
  type PetMaintenance,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import { type Db, MongoClient, MongoNotConnectedError } from 'mongodb';
import { createApiKeys } from './api-keys.ts';
import { assertUsable, inspect } from './check-mongo.ts';
import { openCollections } from './documents/collections.ts';
import { isOverQuota, type MongoMisconfigured, misconfigurationOf, mongoMisconfigured } from './errors.ts';
import { raiseCounterToHighest } from './ids/id-counter.ts';
import { createMaintenance } from './maintenance.ts';
import { observePool } from './observe-pool.ts';
import { openDatabase, openDurably } from './open-database.ts';
import { createPets } from './pets.ts';
import { createRunOperation } from './run-operation.ts';
import { prepareSchema } from './schema.ts';

/** The repositories of one MongoDB database. */
export interface MongoStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** For maintenance commands only: a service with clients must not use it. */
  readonly maintenance: PetMaintenance;
  /**
   * Succeeds only if animals can be read and written now, as far as that can be checked without writing one. It succeeds on a
   * database without space, because reads and retries work.
   */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Closes all connections. Operations in flight, and all later ones, fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** How to connect. */
export interface MongoStoreOptions {
  /**
   * How many milliseconds a method of a repository may take, 1 to 2^31 − 1; 4,500 if absent. The limits of the driver add up to 14 seconds,
   * because it tries twice. Its own limit, `timeoutMS`, has no effect in version 7.9; once it has, this one can be removed.
   */
  readonly operationTimeoutMS?: number;
  /** Called when a connection changes. */
  readonly pool?: PoolObserver;
}

/** Makes the store of a database, and connects. */
const connect =
  ({ operationTimeoutMS = 4_500, pool }: MongoStoreOptions, closeClient: () => Promise<void>) =>
  (database: Db): TE.TaskEither<MongoMisconfigured, MongoStore> => {
    const { client } = database;
    const collections = openCollections(database);
    let preparation: Promise<void> | undefined;
    let isClosed = false;
    if (pool !== undefined) observePool(client, pool);

    const prepare = async (): Promise<void> => {
      const plan = await inspect(database);
      // The client was closed meanwhile and has connected again, which would keep the process alive.
      if (isClosed) await closeClient();
      await prepareSchema(database, plan);
      await raiseCounterToHighest(collections);
    };

    // Prepares again after a failure, until it has succeeded once. Concurrent operations share an attempt.
    const ready = (): Promise<void> => {
      if (isClosed) return Promise.reject(new MongoNotConnectedError('The store is closed'));
      preparation ??= prepare().catch((error: unknown) => {
        preparation = undefined;
        // Reads work on a database without space.
        if (!isOverQuota(error)) throw error;
      });
      return preparation;
    };

    const run = createRunOperation({
      ready,
      // Only new connections authenticate, so all are replaced.
      onLoggedOut: () => {
        preparation = undefined;
        closeClient();
      },
      operationTimeoutMS,
    });

    const store: MongoStore = {
      pets: createPets(run, collections),
      apiKeys: createApiKeys(run, collections),
      maintenance: createMaintenance(run, collections),
      ping: () =>
        run(async () => E.right(await assertUsable(database)))().catch((error: unknown) =>
          E.left(repositoryUnavailable(error)),
        ),
      close: async () => {
        isClosed = true;
        await closeClient();
      },
    };

    return async () => {
      assertTimeLimit('operationTimeoutMS', operationTimeoutMS);
      const first = await store.ping();
      const misconfiguration = E.isRight(first) ? undefined : misconfigurationOf(first.left.cause);
      if (misconfiguration === undefined) return E.right(store);
      await store.close();
      return E.left(misconfiguration);
    };
  };

/**
 * Connects to the database that a connection string names, or else `animal-store`, and prepares its collections.
 *
 * It succeeds even while MongoDB is unavailable: operations fail with `RepositoryUnavailable` until it responds, and the
 * first one after that prepares the collections. It fails if waiting would not help, for example with a connection string that
 * is not valid or refused credentials.
 *
 * Options in the connection string override the defaults. One that would break a promise of the repositories is refused.
 */
export const connectMongo = (
  uri: string,
  options: MongoStoreOptions = {},
): TE.TaskEither<MongoMisconfigured, MongoStore> =>
  F.pipe(
    TE.fromEither(openDatabase(uri)),
    TE.chain((database) => connect(options, () => database.client.close())(database)),
  );

const refusalOf = (client: MongoClient): string | undefined => {
  if (!(client instanceof MongoClient)) return 'the client belongs to another copy of the package mongodb';
  // The monitor of the driver 7.9.0 fails on bigints when the primary changes, which ends the process.
  const { useBigInt64, fieldsAsRaw = {} } = client.bsonOptions;
  if (useBigInt64 === true) return 'the option useBigInt64 of the client must be false';
  return Object.keys(fieldsAsRaw).length === 0 ? undefined : 'the option fieldsAsRaw of the client must be empty';
};

/**
 * Connects a client that exists, and prepares the collections of one of its databases, like `connectMongo`. Other options of
 * the database or of its client do not change what is promised: reads go to the primary, writes to a majority.
 *
 * It connects the client if it is not connected, and changes nothing else on it. `close` of the store does not close the client.
 */
export const connectDatabase = (
  { client, databaseName }: Db,
  options: MongoStoreOptions = {},
): TE.TaskEither<MongoMisconfigured, MongoStore> => {
  const refusal = refusalOf(client);
  if (refusal !== undefined) return TE.left(mongoMisconfigured(refusal));
  return F.pipe(TE.fromEither(openDurably(client, databaseName)), TE.chain(connect(options, () => Promise.resolve())));
};
