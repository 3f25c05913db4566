import type { ApiKeyRepository } from '@animal-store/access';
import {
  type PetMaintenance,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import type { Db } from 'mongodb';
import { createApiKeys } from './api-keys.ts';
import { assertUsable } from './check-mongo.ts';
import { openCollections } from './documents/collections.ts';
import { classify, isOverQuota, type MongoMisconfigured, mongoMisconfigured } from './errors.ts';
import { raiseCounterToHighest } from './ids/id-counter.ts';
import { createMaintenance } from './maintenance.ts';
import { observePool, type PoolObserver } from './observe-pool.ts';
import { openDatabase } from './open-database.ts';
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
   * How many milliseconds a method of a repository may take; 4,500 if absent. The limits of the driver add up to 14 seconds,
   * because it tries twice. Its own limit, `timeoutMS`, has no effect in version 7.9; once it has, this one can be removed.
   */
  readonly operationTimeoutMS?: number;
  /** Called when a connection changes. */
  readonly pool?: PoolObserver;
}

/** Makes the store of a database, and connects. */
export const connectDatabase =
  ({ operationTimeoutMS = 4_500, pool }: MongoStoreOptions) =>
  (database: Db): TE.TaskEither<MongoMisconfigured, MongoStore> => {
    const { client } = database;
    const collections = openCollections(database);
    let preparation: Promise<void> | undefined;
    let isClosed = false;
    if (pool !== undefined) observePool(client, pool);

    const prepare = async (): Promise<void> => {
      await client.connect();
      // The client was closed meanwhile and has connected again, which would keep the process alive.
      if (isClosed) await client.close();
      await prepareSchema(database);
      await raiseCounterToHighest(collections);
    };

    // Prepares again after a failure, until it has succeeded once. Concurrent operations share an attempt.
    const ready = (): Promise<void> => {
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
        client.close();
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
        await client.close();
      },
    };

    return async () => {
      const first = await store.ping();
      if (E.isRight(first)) return E.right(store);
      const { kind, message } = classify(first.left.cause);
      if (kind === 'outage') return E.right(store);
      await store.close();
      return E.left(mongoMisconfigured(message));
    };
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
): TE.TaskEither<MongoMisconfigured, MongoStore> =>
  F.pipe(TE.fromEither(openDatabase(uri)), TE.chain(connectDatabase(options)));
