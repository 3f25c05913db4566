import type { DatabaseSync } from 'node:sqlite';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { prepareOn, type Statement } from './connection.ts';
import { FileUnusable, isOutage } from './errors.ts';
import { createGroupCommit, type InTransaction } from './group-commit.ts';

/** Reads and writes of a file. An outage is a `RepositoryUnavailable`; any other error is thrown. */
export interface Database {
  readonly prepare: (sql: string) => Statement;
  /** Reads at once: with the right indexes a read takes microseconds. */
  readonly read: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
  /** Writes with the next commit. The operation may run more than once, so it changes nothing but the database. */
  readonly write: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
  readonly close: () => void;
}

/** A file that was opened and prepared. */
export interface OpenFile {
  readonly connection: DatabaseSync;
  /** Throws `FileUnusable` if another program has removed, replaced or changed the file in a way that could lose, hide or refuse a row. */
  readonly assertUnchanged: () => void;
}

/** How many milliseconds reads rely on the last check. A check before each read would make a fetch a quarter dearer. */
const checkPeriod = 250;

/**
 * Creates the reads and writes of a file. `open` is called until it has opened the file once: it throws while that has a lock or no
 * room. Writes wait for locks for `lockTimeoutMS`.
 */
export const createDatabase = (path: string, open: () => OpenFile, lockTimeoutMS: number): Database => {
  let file: OpenFile | undefined;
  let isClosed = false;
  let checked = Number.NEGATIVE_INFINITY;

  const opened = (): OpenFile => {
    if (isClosed) throw new FileUnusable(`${path} is closed`);
    file ??= open();
    return file;
  };

  const prepare = (sql: string): Statement => {
    let statement: Statement | undefined;
    const prepared = (): Statement => {
      statement ??= prepareOn(opened().connection, sql);
      return statement;
    };
    return {
      all: (...values) => prepared().all(...values),
      get: (...values) => prepared().get(...values),
      run: (...values) => prepared().run(...values),
    };
  };

  const [begin, end] = [prepare('BEGIN IMMEDIATE'), prepare('COMMIT')];
  const inTransaction: InTransaction = (operation) => {
    const { connection, assertUnchanged } = opened();
    begin.run();
    try {
      assertUnchanged();
      const result = operation();
      end.run();
      // A write to a file that was replaced meanwhile is lost.
      assertUnchanged();
      return result;
    } finally {
      if (connection.isTransaction) connection.exec('ROLLBACK');
    }
  };
  const commit = createGroupCommit(inTransaction, lockTimeoutMS);

  const failed = (error: unknown): E.Either<RepositoryUnavailable, never> => {
    if (isOutage(error)) return E.left(repositoryUnavailable(error));
    try {
      // Another program may have removed a table since the last check.
      file?.assertUnchanged();
    } catch (gone) {
      return E.left(repositoryUnavailable(gone));
    }
    throw error;
  };

  return {
    prepare,
    read: (operation) => async () => {
      try {
        const { assertUnchanged } = opened();
        if (performance.now() - checked >= checkPeriod) {
          assertUnchanged();
          checked = performance.now();
        }
        return E.right(operation());
      } catch (error) {
        return failed(error);
      }
    },
    write: (operation) => () => commit(operation).then(E.right, failed),
    close: () => {
      isClosed = true;
      if (file?.connection.isOpen) file.connection.close();
    },
  };
};
