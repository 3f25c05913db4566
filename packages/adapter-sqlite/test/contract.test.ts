import { DatabaseSync } from 'node:sqlite';
import { apiKeyRepositoryContract, petMaintenanceContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describe, it, onTestFinished } from 'vitest';
import { changePets, newFile, open } from './store.ts';

describe('The repositories in an SQLite file', () => {
  const freshPets = async () => {
    const file = newFile();
    const { pets } = await open(file);
    const underneath = new DatabaseSync(file);
    onTestFinished(() => underneath.close());
    return { pets, ...changePets(() => underneath) };
  };
  for (const { name, check } of petRepositoryContract) it(name, () => check(freshPets));
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(async () => (await open()).apiKeys));
});

describe('Imports into an SQLite file', () => {
  const freshMaintenance = async () => {
    const file = newFile();
    const { maintenance } = await open(file);
    return { maintenance, openPets: async () => (await open(file)).pets };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(freshMaintenance));
});
