import { apiKeyRepositoryContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/mongodb-testkit';
import { it } from 'vitest';
import { openStore } from './mongodb/open-store.ts';

describeOnMongodb('The repositories on MongoDB', (database) => {
  const store = openStore(database.uri);
  const empty = (name: string) => database.collection(name).deleteMany({});

  const freshPets = async () => {
    const { pets } = await store();
    await empty('pets');
    return pets;
  };
  for (const { name, check } of petRepositoryContract) it(name, () => check(freshPets));

  const freshApiKeys = async () => {
    const { apiKeys } = await store();
    await empty('apiKeys');
    return apiKeys;
  };
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(freshApiKeys));
});
