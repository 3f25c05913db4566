import { type Law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { PetMaintenanceFixture } from './fixtures.ts';
import { maintenanceIds, maintenanceInserts } from './laws/maintenance.ts';

const watchedBoth = ({ maintenance, openPets }: PetMaintenanceFixture): PetMaintenanceFixture => ({
  maintenance: watched(maintenance),
  openPets: async () => watched(await openPets()),
});

/** Every law of the port `PetMaintenance`. `fresh` returns an empty store: no id has been assigned there. */
export const petMaintenanceContract: readonly Law<PetMaintenanceFixture>[] = lawsOn(watchedBoth, [
  ...maintenanceInserts,
  ...maintenanceIds,
]);
