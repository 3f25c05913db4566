import type { DurablePetRepositoryFixture } from './fixtures.ts';
import type { Law } from './law.ts';
import { durablePetsFailures } from './laws/durable-pets-failures.ts';
import { durablePetsReopening } from './laws/durable-pets-reopening.ts';
import { durablePetsSharing } from './laws/durable-pets-sharing.ts';
import { lawOfUnfinished } from './laws/durable-pets-unfinished.ts';
import { lawOfReopening, lawsOfSharing } from './laws/model.ts';
import { petOperations, plainPetsRemovedBy } from './laws/pet-operations.ts';

/**
 * Every law of a `PetRepository` whose animals outlive it. A durable repository passes these laws as well as those of
 * `petRepositoryContract`.
 */
export const durablePetRepositoryContract: readonly Law<DurablePetRepositoryFixture>[] = [
  lawOfReopening('animals', plainPetsRemovedBy),
  ...lawsOfSharing('animals', plainPetsRemovedBy),
  ...durablePetsReopening,
  ...durablePetsSharing,
  ...durablePetsFailures,
  lawOfUnfinished(petOperations),
];
