import type { ApiKeyRepository } from '@animal-store/access';
import type { Pet, PetId, PetMaintenance, PetRepository } from '@animal-store/domain';
import type { DurableFixture, StoreHandle } from './core/durable-fixture.ts';

/**
 * A `PetRepository` under test, with functions that change its animals without it. The test of an adapter supplies
 * them, for example as statements to its database.
 */
export interface PetRepositoryFixture {
  readonly pets: PetRepository;
  /** Replaces the fields of the stored animal that has this id, in one step. */
  readonly replace: (pet: Pet) => Promise<void>;
  /** Removes only the stored animal with this id, in one step. */
  readonly remove: (id: PetId) => Promise<void>;
}

/** A store of animals that outlives its handles, with functions that change the animals without a handle. */
export interface DurablePetRepositoryFixture
  extends DurableFixture<PetRepository>,
    Pick<PetRepositoryFixture, 'replace' | 'remove'> {}

/** A `PetMaintenance` under test on an empty store, and a function that opens a repository for clients. */
export interface PetMaintenanceFixture {
  readonly maintenance: PetMaintenance;
  /** Opens the store, as a newly started process would. Each call returns another repository on the same animals. */
  readonly openPets: () => Promise<PetRepository>;
}

/** An empty store on a server of its own, which can be killed. After each check, the handles that it has opened are closed. */
export interface CrashFixture {
  /** Opens the store. Each call returns another handle on the same data. */
  readonly open: () => Promise<StoreHandle<{ readonly pets: PetRepository; readonly apiKeys: ApiKeyRepository }>>;
  /** Kills the server, as `kill -9` does, and starts it again. */
  readonly crash: () => Promise<void>;
  /** Milliseconds after `crash` during which the store may still fail. */
  readonly recoversWithinMS: number;
}
