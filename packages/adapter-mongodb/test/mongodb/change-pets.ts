import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { TestDatabase } from '@animal-store/testkit/mongodb';

export const changePets = ({
  collection,
}: Pick<TestDatabase, 'collection'>): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async ({ id, ...fields }) => {
    const gone = fields.status === undefined ? { $unset: { status: true } } : {};
    await collection('pets').updateOne({ _id: id }, { $set: fields, ...gone });
  },
  remove: async (id) => void (await collection('pets').deleteOne({ _id: id })),
});
