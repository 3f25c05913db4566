import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import { afterEach, describe, it } from 'vitest';
import { changePets } from './sqlite/change-pets.ts';
import { createDurableStores } from './sqlite/durable-stores.ts';

describe('The animals in an SQLite file', () => {
  const { fresh, end } = createDurableStores('pets');
  afterEach(end);
  for (const { name, check } of durablePetRepositoryContract)
    it(name, () =>
      check(async () => {
        const { underneath, ...fixture } = await fresh();
        return { ...fixture, ...changePets(underneath) };
      }),
    );
});

describe('The API keys in an SQLite file', () => {
  const { fresh, end } = createDurableStores('apiKeys');
  afterEach(end);
  for (const { name, check } of durableApiKeyRepositoryContract) it(name, () => check(fresh));
});
