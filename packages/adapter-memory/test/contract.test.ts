import {
  apiKeyRepositoryContract,
  type PetRepositoryFixture,
  petRepositoryContract,
} from '@animal-store/domain-testkit';
import { describe, it } from 'vitest';
import { createMemoryApiKeyRepository } from '../src/index.ts';
import { appendPet, createPetLists } from '../src/lists.ts';
import { createPetRepositoryOn } from '../src/pets.ts';

const freshPets = async (): Promise<PetRepositoryFixture> => {
  const lists = createPetLists();
  const remove: PetRepositoryFixture['remove'] = async (id) => {
    for (const pets of Object.values(lists)) pets.splice(0, pets.length, ...pets.filter((pet) => pet.id !== id));
  };
  const replace: PetRepositoryFixture['replace'] = async (pet) => {
    const all = lists.all.map((one) => (one.id === pet.id ? pet : one));
    for (const pets of Object.values(lists)) pets.length = 0;
    for (const one of all) appendPet(lists, one);
  };
  return { pets: createPetRepositoryOn(lists), replace, remove };
};

describe('PetRepository in memory', () => {
  for (const law of petRepositoryContract) it(law.name, () => law.check(freshPets));
});

describe('ApiKeyRepository in memory', () => {
  for (const law of apiKeyRepositoryContract) it(law.name, () => law.check(async () => createMemoryApiKeyRepository()));
});
