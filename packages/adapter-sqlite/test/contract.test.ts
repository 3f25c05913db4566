import { DatabaseSync } from 'node:sqlite';
import {
  apiKeyRepositoryContract,
  type PetMaintenanceFixture,
  type PetRepositoryFixture,
  petMaintenanceContract,
  petRepositoryContract,
} from '@animal-store/domain-testkit';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { changePets } from './sqlite/change-pets.ts';
import { newFile, open, openShared } from './sqlite/stores.ts';

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
});

describe('Imports into an SQLite file', () => {
  const freshMaintenance = async (): Promise<PetMaintenanceFixture> => {
    const file = newFile();
    const { maintenance } = await open(file);
    return { maintenance, openPets: async () => (await open(file)).pets };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(freshMaintenance));
});
