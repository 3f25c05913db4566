import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { TestDatabase } from '@animal-store/mongodb-testkit';
import type { openStore } from './open-store.ts';

/** An empty repository of animals, with statements that change and remove animals past it. */
export const freshPets = async (
  { collection }: Pick<TestDatabase, 'collection'>,
  store: ReturnType<typeof openStore>,
): Promise<PetRepositoryFixture> => {
  const { pets } = await store();
  await Promise.all(['pets', 'creations'].map((name) => collection(name).deleteMany({})));
  return {
    pets,
    replace: async ({ id, ...fields }) => void (await collection('pets').updateOne({ _id: id }, { $set: fields })),
    remove: async (id) => void (await collection('pets').deleteOne({ _id: id })),
  };
};
