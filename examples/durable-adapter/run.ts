import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { Row } from './rows.ts';
import { tables } from './schema.ts';

export interface Database {
  readonly query: (sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  readonly change: (sql: string, ...values: readonly SQLInputValue[]) => bigint;
  readonly read: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
  readonly write: <A>(operation: () => A) => TE.TaskEither<RepositoryUnavailable, A>;
  readonly close: () => void;
}

// SQLite's result codes: busy, locked, read-only, I/O error, corrupt, full, cannot open. Others are bugs, such as invalid SQL.
const outages = [5, 6, 8, 10, 11, 13, 14];

const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, errcode = 0 } = error as { readonly code?: string; readonly errcode?: number };
  // ERR_INVALID_STATE: the database is closed. The low byte of an extended result code is its kind.
  return code === 'ERR_INVALID_STATE' || outages.includes(errcode & 0xff);
};

export const openDatabase = (file: string, lockWithinMS = 5_000): Database => {
  const database = new DatabaseSync(file, { timeout: lockWithinMS });
  // A commit returns when it is on the disk.
  database.exec('PRAGMA synchronous = EXTRA');
  database.exec(tables);

  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };

  const read: Database['read'] = (operation) => async () => {
    try {
      return E.right(operation());
    } catch (error) {
      if (isOutage(error)) return E.left(repositoryUnavailable(error));
      throw error;
    }
  };

  const inTransaction = <A>(operation: () => A): A => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = operation();
      database.exec('COMMIT');
      return result;
    } finally {
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  };

  return {
    query: (sql, ...values) => prepare(sql).all(...values),
    change: (sql, ...values) => BigInt(prepare(sql).run(...values).lastInsertRowid),
    read,
    write: (operation) => read(() => inTransaction(operation)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
};
