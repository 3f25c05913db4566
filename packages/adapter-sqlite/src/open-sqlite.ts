import { closeSync, openSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKeyRepository } from '@animal-store/access';
import { assertTimeLimit } from '@animal-store/access/node';
import type { PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import { contentOf } from './check-sqlite.ts';
import { createSqliteApiKeyRepository } from './create-sqlite-api-key-repository.ts';
import { createSqlitePetMaintenance } from './create-sqlite-pet-maintenance.ts';
import { createSqlitePetRepository } from './create-sqlite-pet-repository.ts';
import { createDatabase, openConnection } from './database.ts';
import { FileUnusable, failureOf, isBusy, misconfigurationOf, type SqliteMisconfigured } from './errors.ts';
import { findFile } from './find-file.ts';
import { applicationId, createTables, highestId } from './schema.ts';

/** The repositories in one SQLite file. */
export interface SqliteStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** For commands that move animals, and never for clients. */
  readonly maintenance: PetMaintenance;
  /**
   * Succeeds only if animals can be read and written now, as far as that can be checked without writing one: the file is the one
   * that was opened, each table is there as `openSqlite` has made it and can be read, an id is left, and a page can be written.
   */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Closes the file. Operations that wait, and all later ones, fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** How to open the file. */
export interface SqliteStoreOptions {
  /** The milliseconds that a write waits for a lock that another process has, 1 to 2^31 − 1; 2,000 if absent. */
  readonly lockTimeoutMS?: number;
}

/** Creates the file for this user only; SQLite gives its `-wal` and `-shm` the same mode. Another process may have created it since. */
const createFile = (file: string): void => closeSync(openSync(file, 'a', 0o600));

/** Creates the tables if the file is empty. Several processes may do so at once. */
const prepareFile = (file: string, connection: DatabaseSync): E.Either<SqliteMisconfigured, DatabaseSync> => {
  connection.exec('BEGIN IMMEDIATE');
  const content = contentOf(file, connection);
  if (E.isRight(content) && content.right === 'empty') connection.exec(createTables);
  connection.exec('COMMIT');
  if (E.isLeft(content)) return content;
  // After the tables, which are then in the file itself, where `checkSqlite` finds them. The read creates `-wal` and `-shm`.
  connection.exec('PRAGMA journal_mode = WAL; SELECT count(*) FROM sqlite_schema');
  return E.right(connection);
};

const openPrepared = (file: string): E.Either<SqliteMisconfigured, DatabaseSync> => {
  const connection = openConnection(file);
  let prepared: E.Either<SqliteMisconfigured, DatabaseSync> | undefined;
  try {
    prepared = prepareFile(file, connection);
    return prepared;
  } finally {
    if (prepared === undefined || E.isLeft(prepared)) connection.close();
  }
};

const retryAfterMS = 10;

/** SQLite does not wait for each lock of a process that opens the file at the same time. */
const whileBusy = async <A>(milliseconds: number, attempt: () => A): Promise<A> => {
  for (const until = performance.now() + milliseconds; ; await wait(retryAfterMS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
  }
};

const createStore = (connection: DatabaseSync, file: string, lockTimeoutMS: number): SqliteStore => {
  const database = createDatabase(connection, file, lockTimeoutMS);
  // A row of each table, and the highest id that was used.
  const readState = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM creations), EXISTS (SELECT 1 FROM api_keys), ${highestId}`,
  );
  // Writes the first page as it is: a transaction without a change would succeed on a full or read-only disk.
  const rewritePage = database.prepare(`PRAGMA application_id = ${applicationId}`);
  return {
    pets: createSqlitePetRepository(database),
    apiKeys: createSqliteApiKeyRepository(database),
    maintenance: createSqlitePetMaintenance(database),
    ping: database.write(() => {
      const content = contentOf(file, connection);
      if (E.isLeft(content)) throw new FileUnusable(content.left.message);
      if (content.right === 'empty') throw new FileUnusable(`${file} is empty`);
      const [, , lastId] = readState.get() ?? [];
      if (Number(lastId) >= Number.MAX_SAFE_INTEGER)
        throw new FileUnusable(`${file} has no id left for a new animal: those up to 2^53 - 1 are in use`);
      rewritePage.run();
    }),
    close: async () => {
      if (connection.isOpen) connection.close();
    },
  };
};

const open = async (file: string, lockTimeoutMS: number): Promise<E.Either<SqliteMisconfigured, SqliteStore>> => {
  const prepared = await whileBusy(lockTimeoutMS, () => openPrepared(file));
  if (E.isLeft(prepared)) return prepared;
  const store = createStore(prepared.right, file, lockTimeoutMS);
  const written = await store.ping();
  const misconfigured = E.isLeft(written) ? misconfigurationOf(file, written.left.cause) : undefined;
  if (misconfigured === undefined) return E.right(store);
  await store.close();
  return E.left(misconfigured);
};

/**
 * Opens the store in a file, which it creates with mode 0600 if it does not exist. It fails if waiting would not help, for
 * example if the directory does not exist or the file belongs to another program. It does not change such a file.
 *
 * Several processes may have one file open at once. They must run on one machine: SQLite's locks and its shared memory do
 * not work over a network file system.
 */
export const openSqlite =
  (path: string, { lockTimeoutMS = 2_000 }: SqliteStoreOptions = {}): TE.TaskEither<SqliteMisconfigured, SqliteStore> =>
  async () => {
    assertTimeLimit('lockTimeoutMS', lockTimeoutMS);
    const file = resolve(path);
    try {
      const found = findFile(file);
      if (E.isLeft(found)) return found;
      if (found.right === undefined) createFile(file);
      return await open(realpathSync(file), lockTimeoutMS);
    } catch (error) {
      return E.left(failureOf(file, 'cannot be opened', error));
    }
  };
