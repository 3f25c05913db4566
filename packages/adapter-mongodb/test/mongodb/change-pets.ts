import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { TestDatabase } from '@animal-store/testkit/mongodb';

export const changePets = ({
  collection,
}: Pick<TestDatabase, 'collection'>): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async ({ id, ...fields }) => void (await collection('pets').updateOne({ _id: id }, { $set: fields })),
  remove: async (id) => void (await collection('pets').deleteOne({ _id: id })),
});
