import { repositoryUnavailable } from '@animal-store/domain';
import {
  assertTimeLimit,
  type DurableStore,
  openOrRefuse,
  type PoolObserver,
  type StoreMisconfigured,
  storeMisconfigured,
} from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { type Db, MongoClient, MongoNotConnectedError } from 'mongodb';
import { createApiKeys } from './api-keys.ts';
import { assertUsable, inspect } from './check-mongo.ts';
import { openCollections } from './documents/collections.ts';
import { isOverQuota, misconfigurationOf } from './errors.ts';
import { raiseCounterToHighest } from './ids/id-counter.ts';
import { createMaintenance } from './maintenance.ts';
import { observePool } from './observe-pool.ts';
import { openDatabase, openDurably } from './open-database.ts';
import { createPets } from './pets.ts';
import { createRunOperation } from './run-operation.ts';
import { prepareSchema } from './schema.ts';

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
  (database: Db): TE.TaskEither<StoreMisconfigured, DurableStore> => {
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

    const store: DurableStore = {
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
      return openOrRefuse(store, misconfigurationOf)();
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
export const openMongo = (
  uri: string,
  options: MongoStoreOptions = {},
): TE.TaskEither<StoreMisconfigured, DurableStore> =>
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
 * Connects a client that exists, and prepares the collections of one of its databases, like `openMongo`. Other options of
 * the database or of its client do not change what is promised: reads go to the primary, writes to a majority.
 *
 * It connects the client if it is not connected, and changes nothing else on it. `close` of the store does not close the client.
 */
export const openMongoDatabase = (
  { client, databaseName }: Db,
  options: MongoStoreOptions = {},
): TE.TaskEither<StoreMisconfigured, DurableStore> => {
  const refusal = refusalOf(client);
  if (refusal !== undefined) return TE.left(storeMisconfigured(refusal));
  return F.pipe(TE.fromEither(openDurably(client, databaseName)), TE.chain(connect(options, () => Promise.resolve())));
};
