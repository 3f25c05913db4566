import { closeSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { applicationId, createTables, upgradeSteps } from './schema.ts';

/**
 * Creates the file if it does not exist, for this user only; SQLite gives its `-wal` and `-shm` the same mode. It does not
 * open an existing file, because closing it would drop the locks of other connections of this process.
 */
export const ensureFile = (file: string, mustExist: boolean): E.Either<SqliteMisconfigured, void> => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return E.left(sqliteMisconfigured(`${file} is not a regular file`));
  if (found !== undefined) return E.right(undefined);
  if (mustExist) return E.left(sqliteMisconfigured(`${file} does not exist`));
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // Another process has created it since.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return E.right(undefined);
};

/** What a file contains: no tables yet, or tables of this version. */
export type Content = 'empty' | number;

/** What tells the content of a file: its application id, the version of its tables, and the number of those. */
export interface Marks {
  readonly application: number;
  readonly version: number;
  readonly tables: number;
}

const numberOf = (database: DatabaseSync, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0]);

const marksOf = (database: DatabaseSync): Marks => ({
  application: numberOf(database, 'PRAGMA application_id'),
  version: numberOf(database, 'PRAGMA user_version'),
  tables: numberOf(database, 'SELECT count(*) FROM sqlite_schema'),
});

/** Tells the content of a file; the Left says why it cannot be the store. */
export const contentOf = (
  file: string,
  { application, version, tables }: Marks,
  current: number = upgradeSteps.length + 1,
): E.Either<SqliteMisconfigured, Content> => {
  if (application === 0 && version === 0 && tables === 0) return E.right('empty');
  if (application !== applicationId) return E.left(sqliteMisconfigured(`${file} is a database of another program`));
  if (version > 0 && version <= current) return E.right(version);
  return E.left(
    sqliteMisconfigured(
      `${file} has version ${version} of the tables, and this program knows only version ${current}; use a newer program`,
    ),
  );
};

const inTransaction = <A>(database: DatabaseSync, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => A): A => {
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
};

/**
 * Creates the tables in an empty file, upgrades those of an older version, and rejects a file of another program or a newer
 * version before it writes to it. It throws errors of SQLite, for example if the file is locked. It may be called again, and by several processes at once.
 */
export const prepareFile = (
  database: DatabaseSync,
  file: string,
  steps: readonly string[] = upgradeSteps,
): E.Either<SqliteMisconfigured, void> => {
  const current = steps.length + 1;
  // In a transaction, because another process may create the tables between two of the reads.
  const before = inTransaction(database, 'BEGIN', () => contentOf(file, marksOf(database), current));
  if (E.isLeft(before)) return before;
  // The file stores the mode, but another program may have changed it.
  database.exec('PRAGMA journal_mode = WAL');
  if (before.right === current) return E.right(undefined);
  return inTransaction(database, 'BEGIN IMMEDIATE', () => {
    const content = contentOf(file, marksOf(database), current);
    if (E.isLeft(content)) return content;
    if (content.right === 'empty') database.exec(createTables);
    else for (const step of steps.slice(content.right - 1)) database.exec(step);
    database.exec(`PRAGMA user_version = ${current}`);
    return E.right(undefined);
  });
};
