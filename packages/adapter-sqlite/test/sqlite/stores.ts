import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { onTestFinished } from 'vitest';
import { openSqlite, type SqliteStore, type SqliteStoreOptions } from '../../src/index.ts';

/** The values of all rows of a query, which is run as another program does. */
export const query = (file: string, sql: string): readonly unknown[] => {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all().flatMap(Object.values);
  } finally {
    database.close();
  }
};

/** A path in a new folder, which is removed after the test, or when `atEnd` calls. */
export const newFile = (atEnd?: Parameters<typeof temporaryFolder>[0]): string =>
  join(temporaryFolder(atEnd), 'animals.db');

/** Opens a store that must open. The caller closes it. */
export const openShared = async (file: string, options?: SqliteStoreOptions): Promise<SqliteStore> => {
  const opened = await openSqlite(file, options)();
  if (E.isLeft(opened)) throw new Error(opened.left.message);
  return opened.right;
};

/** Opens a store that must open, in a new file unless one is given. It is closed after the test. */
export const open = async (file: string = newFile(), options?: SqliteStoreOptions): Promise<SqliteStore> => {
  const store = await openShared(file, options);
  onTestFinished(store.close);
  return store;
};
