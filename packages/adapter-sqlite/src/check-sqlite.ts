import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { either as E, type taskEither as TE } from 'fp-ts';
import { misconfigurationOf, type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { applicationId, formatVersion } from './schema.ts';

/** Whether a start finds its store in a file, or creates it there. */
export type SqliteFileState = 'absent' | 'empty' | 'ours';

const { R_OK, W_OK, X_OK } = constants;

/** Returns the path behind links, next to which SQLite creates `-wal` and `-shm`, or nothing if a start creates the file. */
export const findFile = (path: string): E.Either<SqliteMisconfigured, string | undefined> => {
  const found = statSync(path, { throwIfNoEntry: false });
  const file = found && realpathSync(path);
  if (found?.isFile() === false) return E.left(sqliteMisconfigured(`${path} is not a regular file`));
  if (file !== undefined) accessSync(file, R_OK | W_OK);
  accessSync(dirname(file ?? path), W_OK | X_OK);
  return E.right(file);
};

/** Opens a file without creating `-wal` and `-shm` next to it. If a `-wal` exists, the newest tables may be only in it. */
export const openReadOnly = (file: string): DatabaseSync => {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true, timeout: 2_000 });
};

/** Tells whether a database is empty or has these tables. The Left says why it cannot be the store. */
export const contentOf = (file: string, database: DatabaseSync): E.Either<SqliteMisconfigured, 'empty' | 'ours'> => {
  // One statement, because another process may create the tables between two.
  const marks = database.prepare(
    `SELECT count(*) AS tables,
       (SELECT application_id FROM pragma_application_id) AS application,
       (SELECT user_version FROM pragma_user_version) AS version
     FROM sqlite_schema`,
  );
  const { tables, application, version } = marks.get() ?? {};
  if (application === 0 && version === 0 && tables === 0) return E.right('empty');
  if (application !== applicationId) return E.left(sqliteMisconfigured(`${file} is a database of another program`));
  if (version === formatVersion) return E.right('ours');
  return E.left(
    sqliteMisconfigured(
      `${file} has version ${version} of the tables, and this program knows only version ${formatVersion}; use a newer program`,
    ),
  );
};

const contentIn = (file: string): E.Either<SqliteMisconfigured, SqliteFileState> => {
  using database = openReadOnly(file);
  return contentOf(file, database);
};

/** Checks whether `openSqlite` can use a file. It creates and changes nothing. */
export const checkSqlite =
  (path: string): TE.TaskEither<SqliteMisconfigured, SqliteFileState> =>
  async () => {
    const file = resolve(path);
    try {
      const found = findFile(file);
      if (E.isLeft(found)) return found;
      return found.right === undefined ? E.right('absent') : contentIn(found.right);
    } catch (error) {
      return E.left(misconfigurationOf(file, error) ?? sqliteMisconfigured(`${file} cannot be opened: ${error}`));
    }
  };
