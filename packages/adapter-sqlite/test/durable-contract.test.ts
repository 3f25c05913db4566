import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import { describe, it } from 'vitest';
import { changePets } from './sqlite/change-pets.ts';
import { freshDurableStore } from './sqlite/durable-stores.ts';

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
