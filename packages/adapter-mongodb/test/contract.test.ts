import {
  apiKeyRepositoryContract,
  type PetRepositoryFixture,
  petRepositoryContract,
} from '@animal-store/domain-testkit';
import { createOldVersion, describeOnMongodb, type TestDatabase } from '@animal-store/mongodb-testkit';
import { beforeAll, it } from 'vitest';
import { openStore } from './mongodb/open-store.ts';

const freshPets = async (
  { collection }: TestDatabase,
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

describeOnMongodb('The repositories on MongoDB', (database) => {
  const store = openStore(database.uri);
  for (const { name, check } of petRepositoryContract) it(name, () => check(() => freshPets(database, store)));

  const freshApiKeys = async () => {
    const { apiKeys } = await store();
    await database.collection('apiKeys').deleteMany({});
    return apiKeys;
  };
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(freshApiKeys));
});

describeOnMongodb('The animals on a MongoDB that is not migrated yet', (database) => {
  const store = openStore(database.uri);
  beforeAll(() => createOldVersion(database.client.db(database.name)).start());
  // The other laws see nothing of the record.
  const ofRecords = petRepositoryContract.filter(({ name }) => /idempotency|retry/.test(name));
  for (const { name, check } of ofRecords) it(name, () => check(() => freshPets(database, store)));
});
