import { describe, it } from 'node:test';
import {
  apiKeyRepositoryContract,
  type UnreadableApiKeyFixture,
  unreadableApiKeyContract,
} from '@animal-store/domain-testkit';
import { createApiKeyRepository } from './api-keys.ts';
import { openDatabase } from './database.ts';

const freshToSpoil = async (): Promise<UnreadableApiKeyFixture> => {
  const database = openDatabase(':memory:');
  return {
    apiKeys: createApiKeyRepository(database),
    spoil: async (id) => {
      database.change("UPDATE api_keys SET label = '' WHERE id = ?", id);
    },
  };
};

describe('API keys in SQLite', () => {
  for (const { name, check } of apiKeyRepositoryContract)
    it(name, () => check(async () => createApiKeyRepository(openDatabase(':memory:'))));
  for (const { name, check } of unreadableApiKeyContract) it(name, () => check(freshToSpoil));
});
