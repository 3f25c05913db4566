import type { ApiKeyRepository } from '@animal-store/access';
import { assertTimeLimit, type PoolObserver } from '@animal-store/access/node';
import {
  type PetMaintenance,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import { assertReady } from './assert-ready.ts';
import { parseConnectionString } from './connection-string.ts';
import { createPostgresApiKeyRepository } from './create-postgres-api-key-repository.ts';
import { createPostgresPetMaintenance } from './create-postgres-pet-maintenance.ts';
import { createPostgresPetRepository } from './create-postgres-pet-repository.ts';
import { openStore } from './open-store.ts';
import { misconfigurationOf, type PostgresMisconfigured } from './postgres-error.ts';
import { checkStore, type PostgresState, prepareStore } from './prepare-store.ts';
import { createRunOperation } from './run-operation.ts';

/** The repositories of one PostgreSQL database. */
export interface PostgresStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** For commands that move animals, and never for clients. */
  readonly maintenance: PetMaintenance;
  /** Succeeds only if animals can be read and written now, as far as that can be checked without writing one. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Closes each connection once it is free. Later operations fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

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
export const connectPostgres =
  (uri: string, options: PostgresStoreOptions = {}): TE.TaskEither<PostgresMisconfigured, PostgresStore> =>
  async () => {
    const { operationTimeoutMS = 4_500 } = options;
    assertTimeLimit('operationTimeoutMS', operationTimeoutMS);
    const servers = parseConnectionString(uri);
    if (E.isLeft(servers)) return servers;
    const open = async () => (await openStore(servers.right, prepareStore, options.pool)).pool;
    const { run, close } = createRunOperation(open, operationTimeoutMS);
    const store: PostgresStore = {
      pets: createPostgresPetRepository(run),
      apiKeys: createPostgresApiKeyRepository(run),
      maintenance: createPostgresPetMaintenance(run),
      ping: () =>
        run(({ query }) => assertReady(query))().catch((error: unknown) => E.left(repositoryUnavailable(error))),
      close,
    };
    const first = await store.ping();
    const misconfigured = E.isLeft(first) ? misconfigurationOf(first.left.cause) : undefined;
    if (misconfigured === undefined) return E.right(store);
    await close();
    return E.left(misconfigured);
  };

/**
 * Checks that `connectPostgres` can use the database that a connection string names, by the same steps. It changes nothing:
 * it creates the tables in an empty database and tries each table in a transaction, and rolls that back.
 */
export const checkPostgres = (
  uri: string,
): TE.TaskEither<PostgresMisconfigured | RepositoryUnavailable, PostgresState> =>
  F.pipe(
    TE.fromEither(parseConnectionString(uri)),
    TE.flatMap((servers) =>
      TE.tryCatch(
        async () => {
          const { pool, found } = await openStore(servers, checkStore);
          await pool.end();
          return found;
        },
        (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
      ),
    ),
  );
