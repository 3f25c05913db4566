import { constants, existsSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { either as E, type taskEither as TE } from 'fp-ts';
import { isSqliteFileInUse } from './backup-sqlite.ts';
import { type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { misconfigurationOf } from './misconfiguration-of.ts';
import { openConnection } from './open-connection.ts';
import { prepareFile } from './prepare-file.ts';
import { applicationId } from './schema.ts';

/**
 * How many ids a restore skips: more than any service assigns between a backup and its restore. Otherwise an id that a
 * client has seen could become the id of another animal.
 */
const skippedIds = 1_000_000;

const lockTimeoutMS = 2_000;

const refuse = (message: string): E.Either<SqliteMisconfigured, never> => E.left(sqliteMisconfigured(message));

const firstValue = (database: DatabaseSync, sql: string): unknown =>
  Object.values(database.prepare(sql).get() ?? {})[0];

/** There is no row before the first animal. The highest id of an animal is 2^53 − 1. */
const skipIds = (database: DatabaseSync): void =>
  database.exec(`
    INSERT INTO sqlite_sequence (name, seq) SELECT 'pets', 0
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'pets');
    UPDATE sqlite_sequence SET seq = min(seq + ${skippedIds}, ${Number.MAX_SAFE_INTEGER}) WHERE name = 'pets'`);

const prepareCopy = (copy: string, backup: string): E.Either<SqliteMisconfigured, void> => {
  const database = openConnection(copy, lockTimeoutMS);
  try {
    // An empty file would become an empty store.
    if (firstValue(database, 'PRAGMA application_id') !== applicationId) return refuse(`${backup} is not a backup`);
    const damage = firstValue(database, 'PRAGMA quick_check(1)');
    if (damage !== 'ok') return refuse(`${backup} is damaged; restore another one. SQLite says: ${damage}`);
    const prepared = prepareFile(database, backup);
    if (E.isRight(prepared)) skipIds(database);
    return prepared;
  } finally {
    database.close();
  }
};

/**
 * Writes the store of a backup to a file, checks it, and skips the ids that may have been assigned since. The file has mode
 * 0600. The backup is only read.
 */
export const restoreSqlite =
  (from: string, target: string): TE.TaskEither<SqliteMisconfigured, void> =>
  async () => {
    const backup = resolve(from);
    if (!existsSync(backup)) return refuse(`${backup} does not exist`);
    if (isSqliteFileInUse(backup))
      return refuse(`${backup} is not a backup: it has a -wal or -shm file, like a store in use`);
    try {
      await copyFile(backup, target, constants.COPYFILE_FICLONE);
      // The copy has the mode of the backup, which may be read-only.
      await chmod(target, 0o600);
      return prepareCopy(target, backup);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return E.left(
        misconfigurationOf(backup, error) ?? sqliteMisconfigured(`${backup} cannot be restored: ${detail}`),
      );
    }
  };

/**
 * Removes the `-wal` and `-shm` that a killed process has left next to a file, as the next opening would: SQLite moves
 * their content into the file when its last connection closes. They remain if a process uses the file or it is damaged.
 */
export const settleSqliteFile = (file: string): void => {
  if (!existsSync(file) || !isSqliteFileInUse(file)) return;
  try {
    const database = openConnection(file);
    try {
      firstValue(database, 'SELECT count(*) FROM sqlite_schema');
    } finally {
      database.close();
    }
  } catch {
    // The caller sees that they remain, and refuses to replace the file.
  }
};
