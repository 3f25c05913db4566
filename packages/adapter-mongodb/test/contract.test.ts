import { apiKeyRepositoryContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { createOldVersion, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { beforeAll, it } from 'vitest';
import { freshPets } from './mongodb/fresh-pets.ts';
import { openStore } from './mongodb/open-store.ts';

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
