import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import {
  apiKeyRepositoryContract,
  type DurableFixture,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type Failure,
  type PetRepositoryFixture,
  petMaintenanceContract,
  petRepositoryContract,
  remoteRepository,
  type StoreProcess,
} from '@animal-store/domain-testkit';
import { createApiKeys } from './api-keys.ts';
import { createMaintenance } from './maintenance.ts';
import { createPets } from './pets.ts';
import { marksFor, petColumns, toPetValues } from './rows.ts';
import { type Database, openDatabase } from './run.ts';

/** Changes and removes an animal without the repository. */
const changePets = ({ change }: Database): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async (pet) => {
    change(`UPDATE pets SET (${petColumns}) = (${marksFor(petColumns)}) WHERE id = ?`, ...toPetValues(pet), pet.id);
  },
  remove: async (id) => {
    change('DELETE FROM pets WHERE id = ?', id);
  },
});

describe('pets', () => {
  const fresh = async () => {
    const database = openDatabase(':memory:');
    return { pets: createPets(database), ...changePets(database) };
  };
  for (const { name, check } of petRepositoryContract) it(name, () => check(fresh));
});

describe('API keys', () => {
  const fresh = async () => createApiKeys(openDatabase(':memory:'));
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(fresh));
});

describe('maintenance', () => {
  const fresh = async () => {
    const database = openDatabase(':memory:');
    return { maintenance: createMaintenance(database), openPets: async () => createPets(database) };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(fresh));
});

/** A new file, and how one repository on it is opened in two processes and made to fail. */
const openStore = <R extends object>(test: TestContext, name: string, create: (database: Database) => R) => {
  const folder = mkdtempSync(join(tmpdir(), 'my-animal-store-'));
  const file = join(folder, 'animals.db');
  const underneath = openDatabase(file);
  test.after(() => {
    underneath.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (lockWithinMS?: number) => {
    const database = openDatabase(file, lockWithinMS);
    return { repository: create(database), close: async () => database.close() };
  };

  const startProcess = async (): Promise<StoreProcess<R>> => {
    const child = fork(new URL('store-process.ts', import.meta.url), [file, name], { serialization: 'advanced' });
    const ended = once(child, 'disconnect');
    const started = await Promise.race([once(child, 'message'), ended]);
    if (!started.includes('ready')) throw new Error('store-process.ts does not start');
    const channel = {
      // `ended` reports a killed process; without the callback, a send to it would be an error event as well.
      send: (message: unknown) => child.send(message as object, () => {}),
      listen: (listener: (message: unknown) => void) => child.on('message', listener),
    };
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { repository: remoteRepository<R>(channel, ended), kill };
  };

  // Another connection holds a lock from `begin` to `end`.
  const lockedBy = (name: string, sql: string): Failure<R> => ({
    name,
    recoversWithinMS: 0,
    open: async () => {
      const { repository, close } = await open(50);
      const other = new DatabaseSync(file);
      return {
        repository,
        begin: async () => other.exec(sql),
        end: async () => other.exec('ROLLBACK'),
        close: async () => {
          other.close();
          await close();
        },
      };
    },
  });

  return {
    open: () => open(),
    startProcess,
    failedCommits: [
      lockedBy('a writer has the lock', 'BEGIN IMMEDIATE'),
      lockedBy('a reader holds up the commit', 'BEGIN; SELECT * FROM pets'),
    ],
    outages: [lockedBy('another program has the file', 'BEGIN EXCLUSIVE')],
    ...changePets(underneath),
  } satisfies DurableFixture<R> & Pick<PetRepositoryFixture, 'replace' | 'remove'>;
};

describe('durable pets', () => {
  for (const { name, check } of durablePetRepositoryContract)
    it(name, (test) => check(async () => openStore(test, 'pets', createPets)));
});

describe('durable API keys', () => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, (test) => check(async () => openStore(test, 'apiKeys', createApiKeys)));
});
