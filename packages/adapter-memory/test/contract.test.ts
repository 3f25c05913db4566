import {
  apiKeyRepositoryContract,
  type PetRepositoryFixture,
  petRepositoryContract,
} from '@animal-store/domain-testkit';
import { describe, it } from 'vitest';
import { createPetRepositoryOn } from '../src/create-memory-pet-repository.ts';
import { createMemoryApiKeyRepository } from '../src/index.ts';
import { appendPet, createPetTable } from '../src/pet-table.ts';

const freshPets = async (): Promise<PetRepositoryFixture> => {
  const table = createPetTable();
  const remove: PetRepositoryFixture['remove'] = async (id) => {
    for (const pets of [table.all, ...Object.values(table.byStatus)]) {
      const chunks = pets.map((chunk) => chunk.filter((pet) => pet.id !== id)).filter(({ length }) => length > 0);
      pets.splice(0, pets.length, ...chunks);
    }
  };
  const replace: PetRepositoryFixture['replace'] = async (pet) => {
    await remove(pet.id);
    appendPet(table, pet);
  };
  return { pets: createPetRepositoryOn(table), replace, remove };
};

describe('PetRepository in memory', () => {
  for (const law of petRepositoryContract) it(law.name, () => law.check(freshPets));
});

describe('ApiKeyRepository in memory', () => {
  for (const law of apiKeyRepositoryContract) it(law.name, () => law.check(async () => createMemoryApiKeyRepository()));
});
