import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row } from './schema.ts';

/**
 * Opens a connection whose commits are on the disk when they return (`synchronous`; `fullfsync` for macOS, where a plain
 * fsync is not enough). Opening reads the file and so may meet a lock, for which it blocks the thread `lockTimeoutMS`
 * milliseconds. After that the connection never waits for a lock: its callers retry without blocking.
 */
export const openConnection = (file: string, lockTimeoutMS = 0): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: lockTimeoutMS });
  try {
    database.exec(
      'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA busy_timeout = 0',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** A statement whose rows are arrays, with integers as bigint. */
export type RowStatement = Pick<StatementSync, 'run'> & {
  readonly all: (...parameters: readonly SQLInputValue[]) => readonly Row[];
  readonly get: (...parameters: readonly SQLInputValue[]) => Row | undefined;
};

/** Prepares a statement. The types of `node:sqlite` know rows as objects only. */
export const prepareRows = (database: DatabaseSync, sql: string): RowStatement => {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return statement as unknown as RowStatement;
};
