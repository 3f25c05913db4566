import type { PetMaintenanceFixture } from './fixtures.ts';
import type { Law } from './law.ts';
import { maintenanceIds, maintenanceInserts } from './laws/maintenance.ts';

/** Every law of the port `PetMaintenance`. `fresh` returns an empty store: no id has been assigned there. */
export const petMaintenanceContract: readonly Law<PetMaintenanceFixture>[] = [...maintenanceInserts, ...maintenanceIds];
