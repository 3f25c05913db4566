import { describe, it } from 'node:test';
import { type PetRepositoryFixture, petRepositoryContract } from '@animal-store/domain-testkit';
import { createArrayPetRepository, createTable } from './create-array-pet-repository.ts';

const fresh = async (): Promise<PetRepositoryFixture> => {
  const table = createTable();
  return {
    pets: createArrayPetRepository(table),
    replace: async (pet) => {
      table.pets = table.pets.map((old) => (old.id === pet.id ? pet : old));
    },
    remove: async (id) => {
      table.pets = table.pets.filter((pet) => pet.id !== id);
    },
  };
};

describe('PetRepository on an array', () => {
  for (const law of petRepositoryContract) it(law.name, () => law.check(fresh));
});
