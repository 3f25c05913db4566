import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type DurableFixture,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
} from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { describe, it, onTestFinished } from 'vitest';
import { changePets, newFile, open, type RepositoryName, startStoreProcess } from './store.ts';

/** In blocks of 512 bytes, so 128 KiB: above the size of the shared memory of SQLite, below that of the log after `fillLog`. */
const largestFile = 256;

// The log grows with each commit, and keeps its size until a checkpoint.
const fillLog = `
  INSERT INTO creations (scope, key, pet_id, name, category_id, created)
    VALUES ('filler', 'filler', 1, hex(zeroblob(200000)), 1, 1);
  DELETE FROM creations WHERE scope = 'filler'`;
const emptyLog = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Reads check whether the file still exists only every 250 ms. */
const readsNoticeAfterMS = 300;

// A store waits only for locks.
const recoversWithinMS = 0;

/**
 * A fixture of one repository, by its name, on a new file. `underneath` is a connection for statements that bypass the store.
 * All is closed after the test.
 */
const freshDurableStore = async <Name extends RepositoryName>(
  name: Name,
): Promise<DurableFixture<DurableStore[Name]> & { readonly underneath: () => DatabaseSync }> => {
  const file = newFile();

  let connection: DatabaseSync | undefined;
  const underneath = (): DatabaseSync => {
    connection ??= new DatabaseSync(file);
    return connection;
  };
  onTestFinished(() => connection?.close());

  const openHandle = async () => {
    const store = await open(file);
    return { repository: store[name], close: store.close };
  };

  const openWithFullDisk = async () => {
    const { repository, kill } = await startStoreProcess(file, name, largestFile);
    return {
      repository,
      begin: async () => underneath().exec(fillLog),
      end: async () => underneath().exec(emptyLog),
      close: kill,
    };
  };

  const openToLose = async () => ({
    ...(await openHandle()),
    begin: async () => {
      renameSync(file, `${file}.moved`);
      await wait(readsNoticeAfterMS);
    },
    end: async () => renameSync(`${file}.moved`, file),
  });

  return {
    open: openHandle,
    startProcess: () => startStoreProcess(file, name),
    failedCommits: [{ name: 'the disk is full', recoversWithinMS, open: openWithFullDisk }],
    outages: [{ name: 'the file is moved away', recoversWithinMS, open: openToLose }],
    underneath,
  };
};

describe('The animals in an SQLite file', () => {
  const fresh = async () => {
    const { underneath, ...fixture } = await freshDurableStore('pets');
    return { ...fixture, ...changePets(underneath) };
  };
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(fresh));
});

describe('The API keys in an SQLite file', () => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, () => check(() => freshDurableStore('apiKeys')));
});
