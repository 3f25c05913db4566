import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { either as E, type taskEither as TE } from 'fp-ts';
import { misconfigurationOf, type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { contentOf } from './schema.ts';

/** Whether a start finds its store in a file, or creates it there. */
export type SqliteFileState = 'absent' | 'empty' | 'ours';

const { R_OK, W_OK, X_OK } = constants;

/** Opens a file without creating `-wal` and `-shm` next to it. If a `-wal` exists, the newest tables may be only in it. */
export const openReadOnly = (file: string): DatabaseSync => {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true });
};

const stateOf = (path: string): E.Either<SqliteMisconfigured, SqliteFileState> => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    accessSync(dirname(path), W_OK | X_OK);
    return E.right('absent');
  }
  if (!found.isFile()) return E.left(sqliteMisconfigured(`${path} is not a regular file`));
  // SQLite follows links, and creates `-wal` and `-shm` next to the file itself.
  const file = realpathSync(path);
  accessSync(file, R_OK | W_OK);
  accessSync(dirname(file), W_OK | X_OK);
  using database = openReadOnly(file);
  return contentOf(path, database);
};

/** Checks whether `openSqlite` can use a file. It creates and changes nothing. */
export const checkSqlite =
  (path: string): TE.TaskEither<SqliteMisconfigured, SqliteFileState> =>
  async () => {
    const file = resolve(path);
    try {
      return stateOf(file);
    } catch (error) {
      return E.left(misconfigurationOf(file, error) ?? sqliteMisconfigured(`${file} cannot be opened: ${error}`));
    }
  };
