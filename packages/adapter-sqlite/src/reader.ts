import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { type FileIdentity, fileReplaced, readFileIdentity } from './file-identity.ts';
import { prepareRows } from './open-connection.ts';
import type { Row } from './schema.ts';
import { isBusy, isOutage } from './sqlite-error.ts';

/** A query of a connection; the rows are arrays, and have integers as bigint. */
export type Query = (...parameters: readonly SQLInputValue[]) => readonly Row[];

/** Reads from the file, in this thread: with the right indexes a read takes microseconds. */
export interface Reader {
  readonly prepare: (sql: string) => Query;
  /** Makes a task of a read. An outage is a `RepositoryUnavailable`; any other error is thrown. */
  readonly read: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
  readonly close: () => void;
}

/** How many milliseconds the identity of the file is cached: a removed file is noticed within this time. */
const identityPeriod = 250;

/** Milliseconds before a read is retried if the file is locked, which is rare with a write-ahead log. */
const retryAfter = 5;

/** Makes the reader of a connection that prepares the file; `lockTimeoutMS` is how long a read waits for a lock. */
export const createReader = (
  database: DatabaseSync,
  file: string,
  identity: FileIdentity,
  lockTimeoutMS: number,
): Reader => {
  let checked = performance.now();
  let isClosed = false;

  const assertUsable = (): Error | undefined => {
    if (isClosed) return new Error('the store is closed');
    if (performance.now() - checked < identityPeriod) return undefined;
    if (readFileIdentity(file) !== identity) return fileReplaced(file);
    checked = performance.now();
    return undefined;
  };

  return {
    prepare: (sql) => {
      const statement = prepareRows(database, sql);
      return (...parameters) => statement.all(...parameters);
    },
    read: (operation) => async () => {
      const until = performance.now() + lockTimeoutMS;
      for (;;) {
        const reason = assertUsable();
        if (reason !== undefined) return E.left(repositoryUnavailable(reason));
        try {
          return E.right(operation());
        } catch (error) {
          if (!isOutage(error)) throw error;
          if (!isBusy(error) || performance.now() >= until) return E.left(repositoryUnavailable(error));
        }
        await wait(retryAfter);
      }
    },
    close: () => {
      isClosed = true;
      database.close();
    },
  };
};
