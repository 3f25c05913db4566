import { repositoryUnavailable } from '@animal-store/domain';
import {
  assertTimeLimit,
  type DurableStore,
  openOrRefuse,
  type PoolObserver,
  type StoreMisconfigured,
} from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { createApiKeys } from './api-keys.ts';
import { assertReady, prepare } from './check.ts';
import { misconfigurationOf } from './errors.ts';
import { createMaintenance } from './maintenance.ts';
import { createPets } from './pets.ts';
import { createRun } from './run.ts';
import { openFirst } from './servers.ts';

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
 * string, refused credentials, a missing right, or tables that are not as it has made them. Once it was open, it creates no
 * table: a store that is gone is unavailable.
 */
export const openPostgres =
  (uri: string, options: PostgresStoreOptions = {}): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  async () => {
    const { operationTimeoutMS = 4_500 } = options;
    assertTimeLimit('operationTimeoutMS', operationTimeoutMS);
    let earliest = 1;
    const open = async (isStart: boolean) => {
      const pool = await openFirst(uri, options.pool, earliest);
      await prepare(pool, isStart).catch((error: unknown) => {
        void pool.end();
        throw error;
      });
      earliest = pool.timeline();
      return pool;
    };
    const { run, close } = createRun(open, operationTimeoutMS);
    const store: DurableStore = {
      pets: createPets(run),
      apiKeys: createApiKeys(run),
      maintenance: createMaintenance(run),
      ping: () => run(assertReady)().catch((error: unknown) => E.left(repositoryUnavailable(error))),
      close,
    };
    return openOrRefuse(store, misconfigurationOf)();
  };
