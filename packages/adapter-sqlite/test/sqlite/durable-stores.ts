import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { DurableFixture, FailingHandle, StoreHandle } from '@animal-store/domain-testkit';
import type { SqliteStore } from '../../src/index.ts';
import { type RepositoryName, type StartedProcess, startStoreProcess } from './start-store-process.ts';
import { createStores } from './stores.ts';

/** Files for the laws of durable repositories. */
export interface DurableStores<R> {
  /** A new file, and a connection for statements past its repositories once one of them was opened. */
  readonly fresh: () => Promise<DurableFixture<R> & { readonly underneath: () => DatabaseSync }>;
  /** Ends all processes, closes all stores and removes their files. */
  readonly end: () => Promise<void>;
}

/** 128 KiB: more than the shared memory of SQLite has, and less than `fillLog` makes its log. */
const largestFile = 256;

// The log grows with each commit, and keeps its size until a checkpoint.
const fillLog = (database: DatabaseSync): void =>
  database.exec(`
    INSERT INTO creations (scope, key, pet_id, name, category_id, created)
      VALUES ('filler', 'filler', 1, hex(zeroblob(200000)), 1, 1);
    DELETE FROM creations WHERE scope = 'filler'`);

const emptyLog = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');

/** A read believes for 250 ms that the file is still there. */
const readsNoticeAfterMS = 300;

// A store waits for nothing but locks.
const recoversWithinMS = 0;

/** Makes files, of whose stores one repository is used. */
export const createDurableStores = <Name extends RepositoryName>(name: Name): DurableStores<SqliteStore[Name]> => {
  type R = SqliteStore[Name];
  const stores = createStores();
  const connections: DatabaseSync[] = [];
  const processes: StartedProcess<R>[] = [];

  const connect = (file: string): DatabaseSync => {
    const connection = new DatabaseSync(file);
    connections.push(connection);
    return connection;
  };

  const openHandle = async (file: string): Promise<StoreHandle<R>> => {
    const store = await stores.open(file);
    return { repository: store[name], close: store.close };
  };

  const start = async (file: string, largest?: number): Promise<StartedProcess<R>> => {
    const started = await startStoreProcess(file, name, largest);
    processes.push(started);
    return started;
  };

  const openWithFullDisk = async (file: string, underneath: () => DatabaseSync): Promise<FailingHandle<R>> => {
    const { repository, kill } = await start(file, largestFile);
    return {
      repository,
      begin: async () => fillLog(underneath()),
      end: async () => emptyLog(underneath()),
      close: kill,
    };
  };

  const openToLose = async (file: string): Promise<FailingHandle<R>> => ({
    ...(await openHandle(file)),
    begin: async () => {
      renameSync(file, `${file}.moved`);
      await wait(readsNoticeAfterMS);
    },
    end: async () => renameSync(`${file}.moved`, file),
  });

  return {
    fresh: async () => {
      const file = await stores.newFile();
      let connection: DatabaseSync | undefined;
      const underneath = (): DatabaseSync => {
        connection ??= connect(file);
        return connection;
      };
      return {
        open: () => openHandle(file),
        startProcess: () => start(file),
        failedCommits: [{ name: 'the disk is full', recoversWithinMS, open: () => openWithFullDisk(file, underneath) }],
        outages: [{ name: 'the file is moved away', recoversWithinMS, open: () => openToLose(file) }],
        underneath,
      };
    },
    end: async () => {
      await Promise.all(processes.splice(0).map(({ end }) => end()));
      for (const connection of connections.splice(0)) connection.close();
      await stores.end();
    },
  };
};
