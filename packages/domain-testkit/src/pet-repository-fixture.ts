import type { Pet, PetId, PetRepository } from '@animal-store/domain';

/**
 * A `PetRepository` under test, and the means to do past it what the port has no operation for. The test of an adapter
 * supplies them, for example by statements to its database.
 */
export interface PetRepositoryFixture {
  readonly pets: PetRepository;
  /** Replaces the fields of the stored animal that has this id. */
  readonly replace: (pet: Pet) => Promise<void>;
  /** Removes the stored animal that has this id, and nothing else. */
  readonly remove: (id: PetId) => Promise<void>;
}
