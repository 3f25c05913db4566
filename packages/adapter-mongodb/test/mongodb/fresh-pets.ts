import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { TestDatabase } from '@animal-store/testkit/mongodb';
import type { openStore } from './open-store.ts';

export const changePets = ({ collection }: TestDatabase): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async ({ id, ...fields }) => {
    const gone = fields.status === undefined ? { $unset: { status: true } } : {};
    await collection('pets').updateOne({ _id: id }, { $set: fields, ...gone });
  },
  // As docs/adr/0009 says: the record is completed first, because an incomplete one would insert the animal again.
  remove: async (id) => {
    const pending = (await collection('pets').findOne({ _id: id }))?.['creation'];
    if (pending !== undefined) await collection('creations').updateOne({ pending }, { $unset: { pending: true } });
    await collection('pets').deleteOne({ _id: id });
  },
});

export const freshPets = async (
  database: TestDatabase,
  store: ReturnType<typeof openStore>,
): Promise<PetRepositoryFixture> => {
  const { pets } = await store();
  await Promise.all(['pets', 'creations'].map((name) => database.collection(name).deleteMany({})));
  return { pets, ...changePets(database) };
};
