import { DatabaseSync } from 'node:sqlite';
import type { ApiKeyId } from '@animal-store/access';
import {
  apiKeyRepositoryContract,
  type MustExistFixture,
  mustExistContract,
  type PetMaintenanceFixture,
  type PetRepositoryFixture,
  petMaintenanceContract,
  petRepositoryContract,
  type RecordLifetimeFixture,
  recordLifetimeContract,
  unreadableApiKeyContract,
} from '@animal-store/domain-testkit';
import { either as E } from 'fp-ts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openSqlite, type SqliteStore } from '../src/index.ts';
import { changePets } from './sqlite/change-pets.ts';
import { newFile, open, openShared, query } from './sqlite/stores.ts';

describe('The repositories in an SQLite file', () => {
  const file = newFile(afterAll);
  let store: SqliteStore;
  let underneath: DatabaseSync;

  beforeAll(async () => {
    store = await openShared(file);
    underneath = new DatabaseSync(file);
  });
  afterAll(async () => {
    underneath.close();
    await store.close();
  });

  const fresh = async (): Promise<SqliteStore> => {
    underneath.exec('DELETE FROM pets; DELETE FROM creations; DELETE FROM api_keys');
    return store;
  };
  const freshPets = async (): Promise<PetRepositoryFixture> => ({
    pets: (await fresh()).pets,
    ...changePets(() => underneath),
  });
  for (const { name, check } of petRepositoryContract) it(name, () => check(freshPets));
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(async () => (await fresh()).apiKeys));

  const spoil = async (id: ApiKeyId): Promise<void> => {
    underneath.prepare("UPDATE api_keys SET label = '' WHERE id = ?").run(id);
  };
  for (const { name, check } of unreadableApiKeyContract)
    it(name, () => check(async () => ({ apiKeys: (await fresh()).apiKeys, spoil })));
});

describe('An SQLite file of its own', () => {
  const freshExpiring = async (): Promise<RecordLifetimeFixture> => {
    const file = newFile();
    const { pets } = await open(file, { recordLifetime: { days: 1 } });
    const age = async (hours: number): Promise<void> =>
      void query(file, `UPDATE creations SET created = created - ${hours * 3_600_000} RETURNING 1`);
    return { pets, age, removesWithinMS: 1_000 };
  };
  for (const { name, check } of recordLifetimeContract) it(name, () => check(freshExpiring));

  const freshPlace = async (): Promise<MustExistFixture> => {
    const file = newFile();
    return {
      openExisting: async () => {
        const opened = await openSqlite(file, { mustExist: true })();
        if (E.isLeft(opened)) return 'refused';
        await opened.right.close();
        return 'opened';
      },
      make: async () => void (await open(file)),
    };
  };
  for (const { name, check } of mustExistContract) it(name, () => check(freshPlace));

  const freshMaintenance = async (): Promise<PetMaintenanceFixture> => {
    const file = newFile();
    const { maintenance } = await open(file);
    return { maintenance, openPets: async () => (await open(file)).pets };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(freshMaintenance));
});
