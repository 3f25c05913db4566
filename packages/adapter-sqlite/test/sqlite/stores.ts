import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
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

export interface Stores {
  /** A path in a new folder. */
  readonly newFile: () => Promise<string>;
  /** Opens a store that must open, in a new file unless one is given. */
  readonly open: (file?: string, options?: SqliteStoreOptions) => Promise<SqliteStore>;
  /** Closes all stores and removes their folders. */
  readonly end: () => Promise<void>;
}

export const createStores = (): Stores => {
  const folders: string[] = [];
  const stores: SqliteStore[] = [];

  const newFile = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-sqlite-'));
    folders.push(folder);
    return join(folder, 'animals.db');
  };

  return {
    newFile,
    open: async (file, options) => {
      const opened = await openSqlite(file ?? (await newFile()), options)();
      if (E.isLeft(opened)) throw new Error(opened.left.message);
      stores.push(opened.right);
      return opened.right;
    },
    end: async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
      await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
    },
  };
};
