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
import { openCollections } from './collections.ts';
import { openDatabase, openDurably } from './connection-string.ts';
import { misconfigurationOf } from './errors.ts';
import type { FoundCollection } from './guarded-collection.ts';
import { createMaintenance } from './maintenance.ts';
import { observePool } from './observe-pool.ts';
import { createPets } from './pets.ts';
import { createPrepare } from './prepare.ts';
import { assertUsable } from './readiness.ts';
import { createRun } from './run.ts';
import { type FormatStep, formatSteps } from './schema.ts';
import { watchServers } from './watch-servers.ts';

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
const openStore = (
  database: Db,
  { operationTimeoutMS = 4_500, pool }: MongoStoreOptions,
  steps: readonly FormatStep[],
  closeClient: () => Promise<void>,
): TE.TaskEither<StoreMisconfigured, DurableStore> => {
  const { client } = database;
  const found = new Map<string, FoundCollection>();
  const collections = openCollections(database, found);
  const prepare = createPrepare(database, found, collections, steps);
  let isClosed = false;
  const assertOpen = (): void => {
    if (isClosed) throw new MongoNotConnectedError('The store is closed');
  };
  const run = createRun({
    assertOpen,
    prepare: async () => {
      await client.connect();
      // A client that has connected again after its end would keep the process alive.
      if (isClosed) await closeClient();
      assertOpen();
      await prepare();
    },
    reconnect: () => void closeClient(),
    operationTimeoutMS,
  });
  const { ping, end } = watchServers(client, () =>
    run(async () => E.right(await assertUsable(database, found, steps.length)))().catch((error: unknown) =>
      E.left(repositoryUnavailable(error)),
    ),
  );
  if (pool !== undefined) observePool(client, pool);

  const store: DurableStore = {
    pets: createPets(run, collections),
    apiKeys: createApiKeys(run, collections),
    maintenance: createMaintenance(run, collections),
    ping,
    close: async () => {
      isClosed = true;
      end();
      await closeClient();
    },
  };

  return async () => {
    assertTimeLimit('operationTimeoutMS', operationTimeoutMS);
    return openOrRefuse(store, misconfigurationOf)();
  };
};

/** Opens the store for a program with these steps. */
export const openWith =
  (steps: readonly FormatStep[]) =>
  (uri: string, options: MongoStoreOptions = {}): TE.TaskEither<StoreMisconfigured, DurableStore> =>
    F.pipe(
      TE.fromEither(openDatabase(uri)),
      TE.chain((database) => openStore(database, options, steps, () => database.client.close())),
    );

/**
 * Connects to the database that a connection string names, or else `animal-store`, and prepares its collections.
 *
 * It succeeds even while MongoDB is unavailable: operations fail with `RepositoryUnavailable` until it responds, and the
 * first one after that prepares the collections. It fails if waiting would not help, for example with a connection string that
 * is not valid or refused credentials. A collection that is missing later is an outage, and is not made again.
 *
 * Options in the connection string override the defaults. One that would break a promise of the repositories is refused.
 */
export const openMongo = openWith(formatSteps);

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
  return F.pipe(
    TE.fromEither(openDurably(client, databaseName)),
    TE.chain((database) => openStore(database, options, formatSteps, () => Promise.resolve())),
  );
};
