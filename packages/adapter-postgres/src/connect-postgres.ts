import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import {
  assertTimeLimit,
  type DurableStore,
  type FoundStore,
  openOrRefuse,
  type PoolObserver,
  type StoreMisconfigured,
} from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { assertReady } from './assert-ready.ts';
import { parseConnectionString } from './connection-string.ts';
import { createPostgresApiKeyRepository } from './create-postgres-api-key-repository.ts';
import { createPostgresPetMaintenance } from './create-postgres-pet-maintenance.ts';
import { createPostgresPetRepository } from './create-postgres-pet-repository.ts';
import { openStore } from './open-store.ts';
import { misconfigurationOf } from './postgres-error.ts';
import { checkStore, prepareStore } from './prepare-store.ts';
import { createRunOperation } from './run-operation.ts';

/** How to connect. */
export interface PostgresStoreOptions {
  /** How many milliseconds a method of a repository may take, 1 to 2^31 − 1; 4,500 if absent. Rejects with a `RangeError`. */
  readonly operationTimeoutMS?: number;
  /** Called when a connection changes. */
  readonly pool?: PoolObserver;
}

/**
 * Connects to the database that a connection string names, `postgresql://user:password@host,host/database`, and creates
 * its tables if there are none. Of several servers it uses the one that can be written to, and looks for it again when it
 * is lost.
 *
 * It succeeds even while PostgreSQL is unavailable: operations fail with `RepositoryUnavailable` until it responds, and the
 * first one after that prepares the tables. It fails if waiting would not help, for example with a malformed connection
 * string, refused credentials, a missing right, or tables that are not as it has made them.
 */
export const openPostgres =
  (uri: string, options: PostgresStoreOptions = {}): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  async () => {
    const { operationTimeoutMS = 4_500 } = options;
    assertTimeLimit('operationTimeoutMS', operationTimeoutMS);
    const servers = parseConnectionString(uri);
    if (E.isLeft(servers)) return servers;
    const open = async () => (await openStore(servers.right, prepareStore, options.pool)).pool;
    const { run, close } = createRunOperation(open, operationTimeoutMS);
    const store: DurableStore = {
      pets: createPostgresPetRepository(run),
      apiKeys: createPostgresApiKeyRepository(run),
      maintenance: createPostgresPetMaintenance(run),
      ping: () =>
        run(({ query }) => assertReady(query))().catch((error: unknown) => E.left(repositoryUnavailable(error))),
      close,
    };
    return openOrRefuse(store, misconfigurationOf)();
  };

/**
 * Checks that `openPostgres` can use the database that a connection string names, by the same steps. It changes nothing:
 * it creates the tables in an empty database and tries each table in a transaction, and rolls that back.
 */
export const checkPostgres = (uri: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
  F.pipe(
    TE.fromEither(parseConnectionString(uri)),
    TE.flatMap((servers) =>
      TE.tryCatch(
        async () => {
          const { pool, found } = await openStore(servers, checkStore);
          await pool.end();
          return { state: found, steps: [] };
        },
        (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
      ),
    ),
  );
