import type { Pet, PetId, PetRepository } from '@animal-store/domain';

/**
 * A `PetRepository` under test, with functions for changes that the port does not offer. The test of an adapter supplies
 * them, for example as statements to its database.
 */
export interface PetRepositoryFixture {
  readonly pets: PetRepository;
  /** Replaces the fields of the stored animal that has this id. */
  readonly replace: (pet: Pet) => Promise<void>;
  /** Removes only the stored animal with this id. */
  readonly remove: (id: PetId) => Promise<void>;
}
