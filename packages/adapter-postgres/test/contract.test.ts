import { apiKeyRepositoryContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, it } from 'vitest';
import type { PostgresStore } from '../src/index.ts';
import { changePets, empty } from './postgres/change-pets.ts';
import { connect, patient } from './postgres/connect.ts';

describeOnPostgres('The repositories on PostgreSQL', ({ uri, sql }) => {
  let store: PostgresStore;
  beforeAll(async () => {
    store = await connect(uri, patient);
  });
  afterAll(() => store?.close());

  const fresh = async (): Promise<PostgresStore> => {
    await empty(sql);
    return store;
  };
  const freshPets = async () => ({ pets: (await fresh()).pets, ...changePets(sql) });
  for (const { name, check } of petRepositoryContract) it(name, () => check(freshPets));
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(async () => (await fresh()).apiKeys));
});
