import type { PetMaintenance, PetRepository } from '@animal-store/domain';

/** A `PetMaintenance` under test on an empty store, and the repository that clients of the store get. */
export interface PetMaintenanceFixture {
  readonly maintenance: PetMaintenance;
  /** Opens the store, as a process that starts now does: each time another repository on the same animals. */
  readonly openPets: () => Promise<PetRepository>;
}
