import { petMaintenanceContract } from '@animal-store/domain-testkit';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { it, onTestFinished } from 'vitest';
import { connect } from './store.ts';

describeOnPostgres('Maintenance of animals on PostgreSQL', ({ another }) => {
  const openEmpty = async () => {
    const uri = await another();
    const open = async () => {
      const store = await connect(uri);
      onTestFinished(store.close);
      return store;
    };
    return { maintenance: (await open()).maintenance, openPets: async () => (await open()).pets };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(openEmpty));
});
