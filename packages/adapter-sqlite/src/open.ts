import { resolve } from 'node:path';
import { assertTimeLimit, type DurableStore, openOrRefuse, type StoreMisconfigured } from '@animal-store/store';
import type { taskEither as TE } from 'fp-ts';
import { createApiKeys } from './api-keys.ts';
import { findIn, watchTables } from './compare.ts';
import { openConnection } from './connection.ts';
import { misconfigurationOf, refusalOf } from './errors.ts';
import { findOrCreateFile, watchFile } from './file.ts';
import { createMaintenance } from './maintenance.ts';
import { createPets } from './pets.ts';
import { createDatabase, type OpenFile } from './run.ts';
import { allSteps, applicationId, type Step, takeSteps } from './schema.ts';

/** How to open the file. */
export interface SqliteStoreOptions {
  /** The milliseconds that a write waits for a lock that another process has, 1 to 2^31 − 1; 2,000 if absent. */
  readonly lockTimeoutMS?: number;
}

/** Opens a file, and takes the steps that it lacks. Several processes may do so at once. */
const openFile = (path: string, steps: readonly Step[]): OpenFile => {
  using undo = new DisposableStack();
  const file = findOrCreateFile(path);
  const connection = undo.use(openConnection(file));
  // Before the first change, so that a file of another program stays unchanged.
  findIn(file, connection, steps);
  // WAL before the tables: a start that is killed leaves no journal next to a store.
  connection.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
  // Another process may have taken steps since.
  findIn(file, connection, steps);
  takeSteps(connection, steps);
  connection.exec('COMMIT');
  const [assertSame, assertTables] = [watchFile(file), watchTables(file, connection, steps)];
  undo.move();
  return {
    connection,
    assertUnchanged: () => {
      assertSame();
      assertTables();
    },
  };
};

/** Opens a store whose tables are the result of these steps. */
export const openWith =
  (steps: readonly Step[]) =>
  (path: string, { lockTimeoutMS = 2_000 }: SqliteStoreOptions = {}): TE.TaskEither<StoreMisconfigured, DurableStore> =>
  async () => {
    assertTimeLimit('lockTimeoutMS', lockTimeoutMS);
    const file = resolve(path);
    const open = (): OpenFile => {
      try {
        return openFile(file, steps);
      } catch (error) {
        throw refusalOf(file, error);
      }
    };
    const database = createDatabase(file, open, lockTimeoutMS);
    // Writes the first page as it is: a transaction without a change would succeed on a full or read-only disk.
    const rewritePage = database.prepare(`PRAGMA application_id = ${applicationId}`);
    const store: DurableStore = {
      pets: createPets(database),
      apiKeys: createApiKeys(database),
      maintenance: createMaintenance(database),
      ping: database.write(() => void rewritePage.run()),
      close: async () => database.close(),
    };
    return openOrRefuse(store, misconfigurationOf)();
  };

/**
 * Opens the store in a file, which it creates with mode 0600 if it does not exist. A file of an earlier version gets the tables of
 * this one. While the file is locked or the disk is full, the store opens, and is unavailable until that ends. It fails if waiting
 * would not help, for example if the directory does not exist or the file belongs to another program. It does not change such a
 * file.
 *
 * Several processes may have one file open at once. They must run on one machine: SQLite's locks and its shared memory do
 * not work over a network file system.
 */
export const openSqlite: (
  path: string,
  options?: SqliteStoreOptions,
) => TE.TaskEither<StoreMisconfigured, DurableStore> = openWith(allSteps);
