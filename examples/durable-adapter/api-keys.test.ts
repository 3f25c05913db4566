import { describe, it } from 'node:test';
import { apiKeyRepositoryContract } from '@animal-store/domain-testkit';
import { createApiKeyRepository } from './api-keys.ts';
import { openDatabase } from './database.ts';

describe('API keys in SQLite', () => {
  for (const { name, check } of apiKeyRepositoryContract)
    it(name, () => check(async () => createApiKeyRepository(openDatabase(':memory:'))));
});
