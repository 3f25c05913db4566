import { describe, expect, it } from 'vitest';
import { apiKeyRepositoryContract, petRepositoryContract } from '../src/index.ts';
import { createCorrectApiKeyRepository } from './correct-api-key-repository.ts';
import { createCorrectPetRepository } from './correct-pet-repository.ts';

describe('a correct PetRepository', () => {
  for (const law of petRepositoryContract) it(law.name, () => law.check(async () => createCorrectPetRepository()));
});

describe('a correct ApiKeyRepository', () => {
  for (const law of apiKeyRepositoryContract)
    it(law.name, () => law.check(async () => createCorrectApiKeyRepository()));
});

describe('the contracts', () => {
  const names = [...petRepositoryContract, ...apiKeyRepositoryContract].map(({ name }) => name);

  it('hold as many laws as they are meant to', () => {
    expect([petRepositoryContract.length, apiKeyRepositoryContract.length]).toEqual([76, 48]);
  });

  it('name each law differently', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
