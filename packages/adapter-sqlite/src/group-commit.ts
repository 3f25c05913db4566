import type { DatabaseSync } from 'node:sqlite';
import { type FileIdentity, fileReplaced, readFileIdentity } from './file-identity.ts';
import { createPerformWrites, type RecordLifetime } from './perform-writes.ts';
import { isBusy, isOutage, resultCodeOf } from './sqlite-error.ts';
import type { WriteName, WriteOperation, WriteOutcome } from './write-operations.ts';

/** Does a group of writes in one transaction. While another process has the lock, it does nothing and returns no outcomes. */
export type GroupCommit = (group: readonly WriteOperation[]) => readonly WriteOutcome[] | undefined;

/** Maximum number of retries of a group without the write that made SQLite roll back all of it. */
const maxRetries = 5;

/** The outcome of a write that threw. */
const failed = (error: unknown, isOutageAnyway = false): WriteOutcome => ({
  _tag: 'Failed',
  isOutage: isOutageAnyway || isOutage(error),
  message: error instanceof Error ? error.message : String(error),
  code: resultCodeOf(error),
});

/**
 * Creates a `GroupCommit`: all writes of a group share one COMMIT, so one wait for the disk. A savepoint around each write
 * undoes a failed write without affecting the others. It returns outcomes only after a successful COMMIT, and only if the
 * file was not removed or replaced meanwhile.
 */
export const createGroupCommit = (
  database: DatabaseSync,
  file: string,
  identity: FileIdentity,
  recordLifetime: RecordLifetime,
): GroupCommit => {
  const perform = createPerformWrites(database, recordLifetime);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const savepoint = database.prepare('SAVEPOINT write');
  const release = database.prepare('RELEASE write');
  const undo = database.prepare('ROLLBACK TO write');

  const isReplaced = (): boolean => readFileIdentity(file) !== identity;

  const write = <Name extends WriteName>({ name, input }: WriteOperation<Name>): WriteOutcome => {
    try {
      savepoint.run();
      const output = perform[name](input);
      release.run();
      return { _tag: 'Done', output };
    } catch (error) {
      // After some errors, such as a full disk, SQLite has rolled back the whole transaction by itself.
      if (database.isTransaction) {
        undo.run();
        release.run();
      }
      return failed(error);
    }
  };

  const attempt = (group: readonly WriteOperation[], retries: number): readonly WriteOutcome[] | undefined => {
    const allFailed = (error: unknown): readonly WriteOutcome[] => group.map(() => failed(error, true));
    if (isReplaced()) return allFailed(fileReplaced(file));
    try {
      begin.run();
    } catch (error) {
      return isBusy(error) ? undefined : group.map(() => failed(error));
    }
    try {
      const outcomes: WriteOutcome[] = [];
      for (const [index, operation] of group.entries()) {
        const outcome = write(operation);
        outcomes.push(outcome);
        if (database.isTransaction) continue;
        // For example, one animal is too large for a disk that is almost full.
        const others = retries > 0 ? attempt(group.toSpliced(index, 1), retries - 1) : undefined;
        return others?.toSpliced(index, 0, outcome) ?? group.map(() => outcome);
      }
      commit.run();
      return isReplaced() ? allFailed(fileReplaced(file)) : outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      return group.map(() => failed(error));
    }
  };

  return (group) => attempt(group, maxRetries);
};
