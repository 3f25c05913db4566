import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { onTestFinished } from 'vitest';
import { openSqlite, type SqliteStore, type SqliteStoreOptions } from '../../src/index.ts';

/** Runs a query as another program would, and returns the values of all rows. */
export const query = (file: string, sql: string): readonly unknown[] => {
  using database = new DatabaseSync(file);
  return database.prepare(sql).all().flatMap(Object.values);
};

/** Runs statements as another program would. */
export const alter = (file: string, sql: string): void => {
  using database = new DatabaseSync(file);
  database.exec(sql);
};

/** A path in a new folder, which is removed after the test. */
export const newFile = (): string => join(temporaryFolder(), 'animals.db');

/** Opens a store that must open, in a new file unless one is given. It is closed after the test. */
export const open = async (file: string = newFile(), options?: SqliteStoreOptions): Promise<SqliteStore> => {
  const opened = await openSqlite(file, options)();
  if (E.isLeft(opened)) throw new Error(opened.left.message);
  onTestFinished(opened.right.close);
  return opened.right;
};
