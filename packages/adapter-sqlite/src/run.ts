import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementResultingChanges } from 'node:sqlite';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { FileUnusable, isOutage, withoutValues } from './errors.ts';
import { createGroupCommit, type InTransaction } from './group-commit.ts';
import type { Row } from './schema.ts';

/** How many milliseconds SQLite waits for a lock of another process (`busy_timeout`), which blocks this one. */
const blockingWaitMS = 10;

/**
 * Opens a connection whose commits are on the disk when they return (`synchronous`; `fullfsync` for macOS, where a plain
 * fsync is not enough).
 */
export const openConnection = (file: string): DatabaseSync => {
  const connection = new DatabaseSync(file, { timeout: blockingWaitMS });
  try {
    connection.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** A prepared statement, whose rows are arrays and whose integers are bigint. */
export interface Statement {
  readonly all: (...values: readonly SQLInputValue[]) => readonly Row[];
  readonly get: (...values: readonly SQLInputValue[]) => Row | undefined;
  readonly run: (...values: readonly SQLInputValue[]) => StatementResultingChanges;
}

/** Reads and writes of an open file. An outage is a `RepositoryUnavailable`; any other error is thrown. */
export interface Database {
  readonly prepare: (sql: string) => Statement;
  /** Reads at once: with the right indexes a read takes microseconds. */
  readonly read: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
  /** Writes with the next commit. The operation may run more than once, so it changes nothing but the database. */
  readonly write: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
}

/**
 * Reads inode and device of the database, its `-wal` and its `-shm`. While a connection is open, SQLite replaces none of them. So
 * a different identity means that another program removed or replaced a file, and that later writes would be lost.
 */
const readFileIdentity = (file: string): string =>
  ['', '-wal', '-shm']
    .map((suffix) => {
      const found = statSync(file + suffix, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? 'removed' : `${found.dev}:${found.ino}`;
    })
    .join(' ');

const assertUsable = (connection: DatabaseSync, file: string, identity: string): void => {
  if (!connection.isOpen) throw new FileUnusable(`${file} is closed`);
  if (readFileIdentity(file) === identity) return;
  throw new FileUnusable(
    `${file}, or its -wal or -shm file, was removed or replaced since it was opened; restart the service`,
  );
};

/** How many milliseconds the identity of the file is cached for reads. */
const identityPeriod = 250;

/** Creates the reads and writes of a connection, with which the file was prepared. */
export const createDatabase = (connection: DatabaseSync, file: string, lockTimeoutMS: number): Database => {
  const identity = readFileIdentity(file);
  let checked = performance.now();

  const inTransaction: InTransaction = (operation) => {
    assertUsable(connection, file, identity);
    connection.exec('BEGIN IMMEDIATE');
    try {
      const result = operation();
      connection.exec('COMMIT');
      // A write to a file that was replaced meanwhile is lost.
      assertUsable(connection, file, identity);
      return result;
    } finally {
      if (connection.isTransaction) connection.exec('ROLLBACK');
    }
  };
  const commit = createGroupCommit(inTransaction, lockTimeoutMS);

  const failed = (error: unknown): E.Either<RepositoryUnavailable, never> => {
    if (isOutage(error)) return E.left(repositoryUnavailable(error));
    throw withoutValues(error);
  };

  return {
    prepare: (sql) => {
      const statement = connection.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      // The types of Node.js do not follow `setReturnArrays`.
      return statement as unknown as Statement;
    },
    read: (operation) => async () => {
      try {
        if (!connection.isOpen || performance.now() - checked >= identityPeriod) {
          assertUsable(connection, file, identity);
          checked = performance.now();
        }
        return E.right(operation());
      } catch (error) {
        return failed(error);
      }
    },
    write: (operation) => () => commit(operation).then(E.right, failed),
  };
};
