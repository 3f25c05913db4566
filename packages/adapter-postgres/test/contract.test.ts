import { apiKeyRepositoryContract, petMaintenanceContract, petRepositoryContract } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, it } from 'vitest';
import { changePets, connect, empty, grantOnly, open, patient } from './store.ts';

const role = 'lean';

describeOnPostgres('The repositories on PostgreSQL, for a user with the rights of the guide', ({ uri, sql }) => {
  let store: DurableStore;
  beforeAll(async () => {
    await (await connect(uri)).close();
    await sql(`CREATE ROLE ${role} LOGIN`);
    store = await connect(await grantOnly(uri, sql, role), patient);
  });
  afterAll(async () => {
    await store?.close();
    await sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  const fresh = async (): Promise<DurableStore> => {
    await empty(sql);
    return store;
  };
  const freshPets = async () => ({ pets: (await fresh()).pets, ...changePets(sql) });
  for (const { name, check } of petRepositoryContract) it(name, () => check(freshPets));
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(async () => (await fresh()).apiKeys));
});

describeOnPostgres('Maintenance of animals on PostgreSQL', ({ another }) => {
  const openEmpty = async () => {
    const { uri } = await another();
    return { maintenance: (await open(uri)).maintenance, openPets: async () => (await open(uri)).pets };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(openEmpty));
});
