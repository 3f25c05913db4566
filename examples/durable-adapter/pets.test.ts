import { describe, it } from 'node:test';
import { type PetRepositoryFixture, petRepositoryContract } from '@animal-store/domain-testkit';
import { changePets } from './change-pets.ts';
import { openDatabase } from './database.ts';
import { createPetRepository } from './pets.ts';

const fresh = async (): Promise<PetRepositoryFixture> => {
  const database = openDatabase(':memory:');
  return { pets: createPetRepository(database), ...changePets(database) };
};

describe('pets in SQLite', () => {
  for (const { name, check } of petRepositoryContract) it(name, () => check(fresh));
});
