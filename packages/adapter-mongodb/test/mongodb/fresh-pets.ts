import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { TestDatabase } from '@animal-store/testkit/mongodb';
import { changePets } from './change-pets.ts';
import type { openStore } from './open-store.ts';

export const freshPets = async (
  database: Pick<TestDatabase, 'collection'>,
  store: ReturnType<typeof openStore>,
): Promise<PetRepositoryFixture> => {
  const { pets } = await store();
  await Promise.all(['pets', 'creations'].map((name) => database.collection(name).deleteMany({})));
  return { pets, ...changePets(database) };
};
