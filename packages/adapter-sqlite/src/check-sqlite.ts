import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { either as E, type taskEither as TE } from 'fp-ts';
import { failureOf, noRoom, type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { applicationId, changeOfSchema, formatVersion } from './schema.ts';

/** Whether a start finds its store in a file, or creates it there. */
export type SqliteFileState = 'absent' | 'empty' | 'ours';

const { R_OK, W_OK, X_OK } = constants;

const mounts = '/proc/self/mountinfo';

/** Whether a path is a mount point. Linux writes a space in it as `\040`. */
const isMountPoint = (path: string): boolean =>
  existsSync(mounts) &&
  readFileSync(mounts, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .some(
      (point) => point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))) === path,
    );

/** Whether a disk has no room, 256 KiB, for a new file with its `-wal` and `-shm`. Some file systems do not tell. */
const isFull = (folder: string): boolean => {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks > 0 && bavail * bsize < 256 * 1024;
};

/** Returns the path behind links, next to which SQLite creates `-wal` and `-shm`, or nothing if a start creates the file. */
export const findFile = (path: string): E.Either<SqliteMisconfigured, string | undefined> => {
  const refuse = (problem: string) => E.left(sqliteMisconfigured(`${path} ${problem}`));
  const found = statSync(path, { throwIfNoEntry: false });
  const file = found && realpathSync(path);
  if (found?.isFile() === false) return refuse('is not a regular file');
  if (file === undefined && lstatSync(path, { throwIfNoEntry: false }))
    return refuse('is a link to a file that does not exist');
  if (file !== undefined && isMountPoint(file))
    return refuse(
      'is mounted without its directory, so its -wal, which has the last changes, is lost with the container; mount the directory',
    );
  if (file !== undefined) accessSync(file, R_OK | W_OK);
  const folder = dirname(file ?? path);
  accessSync(folder, W_OK | X_OK);
  if (!found?.size && isFull(folder)) return refuse(noRoom);
  return E.right(file);
};

/** Opens a file without creating `-wal` and `-shm` next to it. If a `-wal` exists, the newest tables may be only in it. */
export const openReadOnly = (file: string): DatabaseSync => {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true, timeout: 2_000 });
};

/** Tells whether a database is empty or has the tables of this program. The Left says why it cannot be the store. */
export const contentOf = (file: string, database: DatabaseSync): E.Either<SqliteMisconfigured, 'empty' | 'ours'> => {
  const refuse = (problem: string) => E.left(sqliteMisconfigured(`${file} ${problem}`));
  // One statement, because another process may create the tables between two.
  const marks = database.prepare(
    `SELECT count(*) AS objects,
       (SELECT application_id FROM pragma_application_id) AS application,
       (SELECT user_version FROM pragma_user_version) AS version
     FROM sqlite_schema`,
  );
  const { objects, application, version } = marks.get() ?? {};
  if (application === 0 && version === 0 && objects === 0) return E.right('empty');
  if (application !== applicationId) return refuse('is a database of another program');
  if (version !== formatVersion)
    return refuse(
      `has version ${version} of the tables, and this program knows only version ${formatVersion}; use a newer program`,
    );
  const change = changeOfSchema(database);
  return change === undefined ? E.right('ours') : refuse(`${change}; undo that change, or restore a backup`);
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
      return E.left(failureOf(file, 'cannot be opened', error));
    }
  };
