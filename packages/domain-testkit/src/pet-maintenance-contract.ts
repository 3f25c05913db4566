import type { Law } from './law.ts';
import { maintenanceIds } from './laws/maintenance-ids.ts';
import { maintenanceInserts } from './laws/maintenance-inserts.ts';
import type { PetMaintenanceFixture } from './pet-maintenance-fixture.ts';

/** Every law of the port `PetMaintenance`. `fresh` returns an empty store: no id has been assigned there. */
export const petMaintenanceContract: readonly Law<PetMaintenanceFixture>[] = [...maintenanceInserts, ...maintenanceIds];
