import { DatabaseSync } from 'node:sqlite';
import {
  apiKeyRepositoryContract,
  type PetRepositoryFixture,
  petRepositoryContract,
} from '@animal-store/domain-testkit';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { changePets } from './sqlite/change-pets.ts';
import { createStores } from './sqlite/stores.ts';

describe('The repositories in an SQLite file', () => {
  const { newFile, open, end } = createStores();
  let store: SqliteStore;
  let underneath: DatabaseSync;

  beforeAll(async () => {
    const file = await newFile();
    store = await open(file);
    underneath = new DatabaseSync(file);
  });
  afterAll(async () => {
    underneath.close();
    await end();
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
