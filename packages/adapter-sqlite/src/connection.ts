// SQLite runs in this process: a statement is a call that returns when it is done.
import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementResultingChanges } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Row } from './rows.ts';

/** A prepared statement, whose rows are arrays and whose integers are bigint. */
export interface Statement {
  readonly all: (...values: readonly SQLInputValue[]) => readonly Row[];
  readonly get: (...values: readonly SQLInputValue[]) => Row | undefined;
  readonly run: (...values: readonly SQLInputValue[]) => StatementResultingChanges;
}

export const prepareOn = (connection: DatabaseSync, sql: string): Statement => {
  const statement = connection.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  // The types of Node.js do not follow `setReturnArrays`.
  return statement as unknown as Statement;
};

/** How many milliseconds SQLite waits for a lock of another process (`busy_timeout`), which blocks this one. */
const blockingWaitMS = 10;

/**
 * Opens a connection whose commits are on the disk when they return (`synchronous`; `fullfsync` for macOS, where a plain
 * fsync is not enough).
 */
export const openConnection = (file: string): DatabaseSync => {
  using undo = new DisposableStack();
  const connection = undo.use(new DatabaseSync(file, { timeout: blockingWaitMS }));
  connection.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  undo.move();
  return connection;
};

/** Opens a file without creating `-wal` and `-shm` next to it. If a `-wal` exists, the newest tables may be only in it. */
export const openReadOnly = (file: string): DatabaseSync => {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true, timeout: 2_000 });
};
