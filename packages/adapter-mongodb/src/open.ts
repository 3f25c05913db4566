import { setTimeout } from 'node:timers/promises';
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
import { type Db, MongoClient } from 'mongodb';
import { createApiKeys } from './api-keys.ts';
import { assertUsable, prepare } from './check.ts';
import { openDatabase, openDurably } from './connection-string.ts';
import { misconfigurationOf } from './errors.ts';
import { createMaintenance } from './maintenance.ts';
import { observePool, watchServers } from './observe-client.ts';
import { createPets } from './pets.ts';
import { createRun } from './run.ts';
import { type FormatStep, formatSteps } from './schema.ts';

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

/** How long a ping waits for a server, in milliseconds. The service ends a check of readiness after a second, without a reason. */
const patienceMS = 800;

/** Makes the store of a database, and connects. */
const openStore =
  (
    database: Db,
    { operationTimeoutMS = 4_500, pool }: MongoStoreOptions,
    steps: readonly FormatStep[],
    disconnect: () => Promise<void>,
  ): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  async () => {
    assertTimeLimit('operationTimeoutMS', operationTimeoutMS);
    const { client } = database;
    const { run, close } = createRun({
      connect: () => client.connect(),
      disconnect,
      prepare: (isStart) => prepare(database, steps, isStart),
      operationTimeoutMS,
    });
    if (pool !== undefined) observePool(client, pool);
    const { reason, end } = watchServers(client);

    const store: DurableStore = {
      pets: createPets(run),
      apiKeys: createApiKeys(run),
      maintenance: createMaintenance(run),
      ping: async () => {
        const check = run((collections) => assertUsable(database, collections, steps.length));
        const outcome = check().catch((error: unknown) => E.left(repositoryUnavailable(error)));
        const waited = setTimeout(patienceMS, undefined, { ref: false });
        const known = await Promise.race([outcome.then(() => undefined), waited.then(reason)]);
        return known === undefined ? outcome : E.left(repositoryUnavailable(known));
      },
      close: async () => {
        end();
        await close();
      },
    };
    return openOrRefuse(store, misconfigurationOf)();
  };

/** Opens the store for a program with these steps. */
export const openWith =
  (steps: readonly FormatStep[]) =>
  (uri: string, options: MongoStoreOptions = {}): TE.TaskEither<StoreMisconfigured, DurableStore> =>
    F.pipe(
      TE.fromEither(openDatabase(uri)),
      TE.flatMap((database) => openStore(database, options, steps, () => database.client.close())),
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
  if (!(client instanceof MongoClient))
    return TE.left(storeMisconfigured('the client belongs to another copy of the package mongodb'));
  // The monitor of the driver 7.9.0 fails on bigints when the primary changes, which ends the process.
  if (client.bsonOptions.useBigInt64 === true)
    return TE.left(storeMisconfigured('the option useBigInt64 of the client must be false'));
  return F.pipe(
    TE.fromEither(openDurably(client, databaseName)),
    TE.flatMap((database) => openStore(database, options, formatSteps, () => Promise.resolve())),
  );
};
