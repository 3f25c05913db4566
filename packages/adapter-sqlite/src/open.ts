import { closeSync, openSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { assertTimeLimit, type DurableStore, openOrRefuse, type StoreMisconfigured } from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { createApiKeys } from './api-keys.ts';
import { contentOf } from './check.ts';
import { FileUnusable, failureOf, isBusy, misconfigurationOf } from './errors.ts';
import { findFile } from './file.ts';
import { createMaintenance } from './maintenance.ts';
import { createPets } from './pets.ts';
import { createDatabase, openConnection } from './run.ts';
import { applicationId, createTables, highestId } from './schema.ts';

/** How to open the file. */
export interface SqliteStoreOptions {
  /** The milliseconds that a write waits for a lock that another process has, 1 to 2^31 − 1; 2,000 if absent. */
  readonly lockTimeoutMS?: number;
}

/** Creates the file for this user only; SQLite gives its `-wal` and `-shm` the same mode. Another process may have created it since. */
const createFile = (file: string): void => closeSync(openSync(file, 'a', 0o600));

/** Creates the tables if the file is empty. Several processes may do so at once. */
const prepareFile = (file: string, connection: DatabaseSync): E.Either<StoreMisconfigured, DatabaseSync> => {
  connection.exec('BEGIN IMMEDIATE');
  const content = contentOf(file, connection);
  if (E.isRight(content) && content.right === 'empty') connection.exec(createTables);
  connection.exec('COMMIT');
  if (E.isLeft(content)) return content;
  // After the tables, which are then in the file itself, where `checkSqlite` finds them. The read creates `-wal` and `-shm`.
  connection.exec('PRAGMA journal_mode = WAL; SELECT count(*) FROM sqlite_schema');
  return E.right(connection);
};

const openPrepared = (file: string): E.Either<StoreMisconfigured, DatabaseSync> => {
  const connection = openConnection(file);
  let prepared: E.Either<StoreMisconfigured, DatabaseSync> | undefined;
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

const createStore = (connection: DatabaseSync, file: string, lockTimeoutMS: number): DurableStore => {
  const database = createDatabase(connection, file, lockTimeoutMS);
  // A row of each table, and the highest id that was used.
  const readState = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM creations), EXISTS (SELECT 1 FROM api_keys), ${highestId}`,
  );
  // Writes the first page as it is: a transaction without a change would succeed on a full or read-only disk.
  const rewritePage = database.prepare(`PRAGMA application_id = ${applicationId}`);
  return {
    pets: createPets(database),
    apiKeys: createApiKeys(database),
    maintenance: createMaintenance(database),
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

const open = async (file: string, lockTimeoutMS: number): Promise<E.Either<StoreMisconfigured, DurableStore>> => {
  const prepared = await whileBusy(lockTimeoutMS, () => openPrepared(file));
  if (E.isLeft(prepared)) return prepared;
  const store = createStore(prepared.right, file, lockTimeoutMS);
  return openOrRefuse(store, (cause) => misconfigurationOf(file, cause))();
};

/**
 * Opens the store in a file, which it creates with mode 0600 if it does not exist. It fails if waiting would not help, for
 * example if the directory does not exist or the file belongs to another program. It does not change such a file.
 *
 * Several processes may have one file open at once. They must run on one machine: SQLite's locks and its shared memory do
 * not work over a network file system.
 */
export const openSqlite =
  (path: string, { lockTimeoutMS = 2_000 }: SqliteStoreOptions = {}): TE.TaskEither<StoreMisconfigured, DurableStore> =>
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
