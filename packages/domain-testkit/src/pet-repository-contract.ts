import { type Law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { PetRepositoryFixture } from './fixtures.ts';
import { onPetsAlone, petOperations, petsModel } from './laws/pet-operations.ts';
import { petsAliasing, petsAtOnce } from './laws/pets-at-once.ts';

const watchedPets = (fixture: PetRepositoryFixture): PetRepositoryFixture => ({
  ...fixture,
  pets: watched(fixture.pets),
});

/** Every law of the port `PetRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const petRepositoryContract: readonly Law<PetRepositoryFixture>[] = lawsOn(watchedPets, [
  ...Object.values(petOperations).flatMap(({ laws }) => laws),
  ...onPetsAlone([...petsAliasing, ...petsAtOnce, ...petsModel]),
]);
