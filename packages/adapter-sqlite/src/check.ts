import { resolve } from 'node:path';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { findIn } from './compare.ts';
import { openReadOnly } from './connection.ts';
import { misconfigurationOf, refusalOf } from './errors.ts';
import { findFile } from './file.ts';
import { allSteps, type Step } from './schema.ts';

/** Checks a store whose tables are the result of these steps. */
export const checkWith =
  (steps: readonly Step[]) =>
  (path: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
  async () => {
    try {
      const file = findFile(resolve(path));
      if (file === undefined) return E.right({ state: 'absent', steps: [] });
      using database = openReadOnly(file);
      return E.right(findIn(file, database, steps));
    } catch (error) {
      const cause = refusalOf(resolve(path), error);
      return E.left(misconfigurationOf(cause) ?? repositoryUnavailable(cause));
    }
  };

/**
 * Finds what `openSqlite` would find in a file, and the steps that it would take. It creates and changes nothing. It fails if
 * `openSqlite` would fail, and while the file is locked or the disk is full.
 */
export const checkSqlite: (path: string) => TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =
  checkWith(allSteps);
