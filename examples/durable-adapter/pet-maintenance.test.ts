import { describe, it } from 'node:test';
import { type PetMaintenanceFixture, petMaintenanceContract } from '@animal-store/domain-testkit';
import { openDatabase } from './database.ts';
import { createPetMaintenance } from './pet-maintenance.ts';
import { createPetRepository } from './pets.ts';

const fresh = async (): Promise<PetMaintenanceFixture> => {
  const database = openDatabase(':memory:');
  return { maintenance: createPetMaintenance(database), openPets: async () => createPetRepository(database) };
};

describe('animals that keep their ids in SQLite', () => {
  for (const { name, check } of petMaintenanceContract) it(name, () => check(fresh));
});
