import { petMaintenanceContract } from '@animal-store/domain-testkit';
import { afterEach, describe, it } from 'vitest';
import { createStores } from './sqlite/stores.ts';

describe('Maintenance of animals in an SQLite file', () => {
  const { newFile, open, end } = createStores();
  afterEach(end);
  for (const { name, check } of petMaintenanceContract)
    it(name, () =>
      check(async () => {
        const file = await newFile();
        const { maintenance } = await open(file);
        return { maintenance, openPets: async () => (await open(file)).pets };
      }),
    );
});
