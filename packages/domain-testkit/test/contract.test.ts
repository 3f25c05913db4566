import { describe, expect, it } from 'vitest';
import {
  apiKeyRepositoryContract,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  petRepositoryContract,
} from '../src/index.ts';
import { createCorrectApiKeyRepository } from './correct-api-key-repository.ts';
import { createCorrectPetRepository } from './correct-pet-repository.ts';
import { createDurableApiKeys } from './durable/durable-api-keys.ts';
import { createDurablePets } from './durable/durable-pets.ts';

describe('a correct PetRepository', () => {
  for (const law of petRepositoryContract) it(law.name, () => law.check(async () => createCorrectPetRepository()));
});

describe('a correct ApiKeyRepository', () => {
  for (const law of apiKeyRepositoryContract)
    it(law.name, () => law.check(async () => createCorrectApiKeyRepository()));
});

describe('a correct durable PetRepository', () => {
  for (const law of durablePetRepositoryContract) it(law.name, () => law.check(async () => createDurablePets()));
});

describe('a correct durable ApiKeyRepository', () => {
  for (const law of durableApiKeyRepositoryContract) it(law.name, () => law.check(async () => createDurableApiKeys()));
});

describe('the contracts', () => {
  const contracts = [
    petRepositoryContract,
    apiKeyRepositoryContract,
    durablePetRepositoryContract,
    durableApiKeyRepositoryContract,
  ];
  const names = contracts.flat().map(({ name }) => name);

  it('hold as many laws as they are meant to', () => {
    expect(contracts.map(({ length }) => length)).toEqual([76, 48, 18, 14]);
  });

  it('name each law differently', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
