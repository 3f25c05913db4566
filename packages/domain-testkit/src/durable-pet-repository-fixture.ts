import type { PetRepository } from '@animal-store/domain';
import type { DurableFixture } from './durable-fixture.ts';
import type { PetRepositoryFixture } from './pet-repository-fixture.ts';

/** A store of animals that outlives its handles, and the means to change the animals past them. */
export interface DurablePetRepositoryFixture
  extends DurableFixture<PetRepository>,
    Pick<PetRepositoryFixture, 'replace' | 'remove'> {}
