import type { PetRepository } from '@animal-store/domain';
import { type Law, lawsOn } from './core/law.ts';
import { lawOfReopening, lawsOfSharing } from './core/model.ts';
import { watchedStore } from './core/watched.ts';
import type { DurablePetRepositoryFixture } from './fixtures.ts';
import { durablePetsFailures } from './laws/durable-pets-failures.ts';
import { durablePetsRaces } from './laws/durable-pets-races.ts';
import { durablePetsReopening } from './laws/durable-pets-reopening.ts';
import { durablePetsSharing } from './laws/durable-pets-sharing.ts';
import { lawOfUnfinished } from './laws/durable-pets-unfinished.ts';
import { plainPetsRemovedBy } from './laws/pet-operations.ts';

/**
 * Every law of a `PetRepository` whose animals outlive it. A durable repository passes these laws as well as those of
 * `petRepositoryContract`.
 */
export const durablePetRepositoryContract: readonly Law<DurablePetRepositoryFixture>[] = lawsOn(
  (fixture) => watchedStore<PetRepository, DurablePetRepositoryFixture>(fixture),
  [
    ...durablePetsReopening,
    ...durablePetsSharing,
    ...durablePetsRaces,
    ...durablePetsFailures,
    lawOfUnfinished,
    lawOfReopening('animals', plainPetsRemovedBy),
    ...lawsOfSharing('animals', plainPetsRemovedBy),
  ],
);
