import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { either as E, type taskEither as TE } from 'fp-ts';
import { type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { misconfigurationOf } from './misconfiguration-of.ts';
import { openConnection } from './open-connection.ts';
import { prepareFile } from './prepare-file.ts';

/** The progress of a copy. */
export interface BackupProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/** Whether a process has this file open as a database, so that it must not be replaced. */
export const isSqliteFileInUse = (file: string): boolean => existsSync(`${file}-wal`) || existsSync(`${file}-shm`);

/** How many milliseconds opening waits for a lock of another process. */
const lockTimeoutMS = 2_000;

/** How many pages, 4 MB, are copied before the event loop has its turn. */
const pagesAtATime = 1_000;

/**
 * The transaction pins the file as it is now. Without it the copy would begin anew after each write of another process,
 * and never end while a service is busy. In WAL mode it blocks no writer.
 */
const pin = (database: DatabaseSync): void => {
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
};

/** The damage of a copy. It is opened as an immutable file, so that SQLite creates no files next to it. */
const damageOf = (file: string): string | undefined => {
  const url = pathToFileURL(file);
  url.search = 'immutable=1';
  const copy = new DatabaseSync(url, { readOnly: true });
  try {
    const [first] = Object.values(copy.prepare('PRAGMA quick_check(1)').get() ?? {});
    return first === 'ok' ? undefined : String(first);
  } finally {
    copy.close();
  }
};

const refuse = (message: string): E.Either<SqliteMisconfigured, never> => E.left(sqliteMisconfigured(message));

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const openSource = (file: string): E.Either<SqliteMisconfigured, DatabaseSync> => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return refuse(`${file} is not a file that exists`);
  let database: DatabaseSync | undefined;
  try {
    database = openConnection(file, lockTimeoutMS);
    const prepared = prepareFile(database, file);
    if (E.isLeft(prepared)) {
      database.close();
      return prepared;
    }
    pin(database);
    return E.right(database);
  } catch (error) {
    database?.close();
    return E.left(misconfigurationOf(file, error) ?? sqliteMisconfigured(`${file} cannot be read: ${detailOf(error)}`));
  }
};

const makeTarget = (target: string): E.Either<SqliteMisconfigured, void> => {
  try {
    closeSync(openSync(target, 'a', 0o600));
    return statSync(target).size === 0 ? E.right(undefined) : refuse(`${target} exists already, and is not empty`);
  } catch (error) {
    return E.left(misconfigurationOf(target, error) ?? sqliteMisconfigured(`${target}: ${detailOf(error)}`));
  }
};

const copy = async (
  database: DatabaseSync,
  file: string,
  target: string,
  progress: (progress: BackupProgress) => void,
): Promise<E.Either<SqliteMisconfigured, void>> => {
  try {
    await backup(database, target, { rate: pagesAtATime, progress });
    const damage = damageOf(target);
    return damage === undefined
      ? E.right(undefined)
      : refuse(`${file} is damaged, and so is its copy; restore an earlier backup. SQLite says: ${damage}`);
  } catch (error) {
    return refuse(`${file} cannot be copied to ${target}: ${detailOf(error)}`);
  } finally {
    database.close();
  }
};

/**
 * Copies the store of a file, as it is at one instant, to a new or an empty file, and checks the copy. Services may use
 * the file meanwhile: the copy contains every animal that was acknowledged before. A new file has mode 0600. The copy is
 * one file, without `-wal` and `-shm`.
 */
export const backupSqlite =
  (
    path: string,
    target: string,
    onProgress: (progress: BackupProgress) => void = () => undefined,
  ): TE.TaskEither<SqliteMisconfigured, void> =>
  async () => {
    const file = resolve(path);
    const database = openSource(file);
    if (E.isLeft(database)) return database;
    const made = makeTarget(target);
    if (E.isRight(made)) return copy(database.right, file, target, onProgress);
    database.right.close();
    return made;
  };
