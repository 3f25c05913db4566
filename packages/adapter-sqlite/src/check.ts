import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type FoundStore, type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { failureOf } from './errors.ts';
import { findFile } from './file.ts';
import { applicationId, changeOfSchema, formatVersion } from './schema.ts';

/** Opens a file without creating `-wal` and `-shm` next to it. If a `-wal` exists, the newest tables may be only in it. */
export const openReadOnly = (file: string): DatabaseSync => {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true, timeout: 2_000 });
};

/** Tells whether a database is empty or has the tables of this program. The Left says why it cannot be the store. */
export const contentOf = (file: string, database: DatabaseSync): E.Either<StoreMisconfigured, 'empty' | 'ours'> => {
  const refuse = (problem: string) => E.left(storeMisconfigured(`${file} ${problem}`));
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

const contentIn = (file: string): E.Either<StoreMisconfigured, FoundStore> => {
  using database = openReadOnly(file);
  return E.map((state: FoundStore['state']) => ({ state, steps: [] }))(contentOf(file, database));
};

/** Checks whether `openSqlite` can use a file. It creates and changes nothing. */
export const checkSqlite =
  (path: string): TE.TaskEither<StoreMisconfigured, FoundStore> =>
  async () => {
    const file = resolve(path);
    try {
      const found = findFile(file);
      if (E.isLeft(found)) return found;
      return found.right === undefined ? E.right({ state: 'absent', steps: [] }) : contentIn(found.right);
    } catch (error) {
      return E.left(failureOf(file, 'cannot be opened', error));
    }
  };
