// A store of SQLite is a file: a copy that is taken while it is written must be made by SQLite itself.
import { closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backup } from 'node:sqlite';
import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { checkSqlite } from './check.ts';
import { openConnection, openReadOnly } from './connection.ts';
import { messageOf, reasonOf } from './errors.ts';

/** The progress of a copy. */
export interface BackupProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/**
 * Copies the store of a file, as it is at one instant, to a new or an empty file, and checks the copy. Services may use
 * the file meanwhile: the copy contains every animal that was acknowledged before. A new file has mode 0600. The copy is
 * one file, without `-wal` and `-shm`.
 */
export const backupSqlite =
  (
    path: string,
    target: string,
    progress: (progress: BackupProgress) => void = () => undefined,
  ): TE.TaskEither<StoreMisconfigured, void> =>
  async () => {
    const refuse = (message: string) => E.left(storeMisconfigured(message));
    const file = resolve(path);
    const found = await checkSqlite(file)();
    if (E.isLeft(found))
      return 'cause' in found.left
        ? refuse(`${file} is unavailable: ${messageOf(found.left.cause)}`)
        : E.left(found.left);
    if (found.right.state !== 'ours') return refuse(`${file} has no store to copy`);
    try {
      closeSync(openSync(target, 'a', 0o600));
      if (statSync(target).size > 0) return refuse(`${target} exists already, and is not empty`);
      using source = openConnection(file);
      // A read transaction, because else the copy starts again after each write of another process.
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      await backup(source, target, { rate: 1_000, progress });
      using copy = openReadOnly(target);
      const { quick_check: found } = copy.prepare('PRAGMA quick_check(1)').get() ?? {};
      return found === 'ok' ? E.right(undefined) : refuse(`${file} is damaged; use an earlier backup: ${found}`);
    } catch (error) {
      return refuse(`${target} ${reasonOf(`cannot be made as a copy of ${file}`, error)}`);
    }
  };
