import { apiKeyRepositoryContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describe, it } from 'vitest';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '../src/index.ts';

describe('PetRepository in memory', () => {
  for (const law of petRepositoryContract) it(law.name, () => law.check(async () => createMemoryPetRepository()));
});

describe('ApiKeyRepository in memory', () => {
  for (const law of apiKeyRepositoryContract) it(law.name, () => law.check(async () => createMemoryApiKeyRepository()));
});
