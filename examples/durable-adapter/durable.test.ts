import { describe, it } from 'node:test';
import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import { createApiKeyRepository } from './api-keys.ts';
import { changePets } from './change-pets.ts';
import { createTestStore } from './create-test-store.ts';
import { createPetRepository } from './pets.ts';

describe('pets in a file', () => {
  for (const { name, check } of durablePetRepositoryContract) {
    it(name, async (test) => {
      await check(async () => {
        const store = createTestStore('pets', createPetRepository);
        test.after(store.cleanUp);
        return { ...store, ...changePets(store.underneath) };
      });
    });
  }
});

describe('API keys in a file', () => {
  for (const { name, check } of durableApiKeyRepositoryContract) {
    it(name, async (test) => {
      await check(async () => {
        const store = createTestStore('apiKeys', createApiKeyRepository);
        test.after(store.cleanUp);
        return store;
      });
    });
  }
});
