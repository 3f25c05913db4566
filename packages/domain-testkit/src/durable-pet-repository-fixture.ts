import type { PetRepository } from '@animal-store/domain';
import type { DurableFixture } from './durable-fixture.ts';
import type { PetRepositoryFixture } from './pet-repository-fixture.ts';

/** A store of animals that outlives its handles, with functions that change the animals without a handle. */
export interface DurablePetRepositoryFixture
  extends DurableFixture<PetRepository>,
    Pick<PetRepositoryFixture, 'replace' | 'remove'> {}
