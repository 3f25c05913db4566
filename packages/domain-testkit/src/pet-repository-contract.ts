import { checkStart } from './check-start.ts';
import { type Law, law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { PetRepositoryFixture } from './fixtures.ts';
import { onPetsAlone, petOperations, petsModel } from './laws/pet-operations.ts';
import { petsAliasing, petsAtOnce } from './laws/pets-at-once.ts';

const afterCheckOfStart = ({ name, check }: Law<PetRepositoryFixture>): Law<PetRepositoryFixture> => ({
  name,
  check: async (fresh) => {
    await law(name, checkStart).check(fresh);
    await check(fresh);
  },
});

const watchedPets = (fixture: PetRepositoryFixture): PetRepositoryFixture => ({
  ...fixture,
  pets: watched(fixture.pets),
});

/** Every law of the port `PetRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const petRepositoryContract: readonly Law<PetRepositoryFixture>[] = lawsOn(watchedPets, [
  ...Object.values(petOperations).flatMap(({ laws }) => laws),
  ...onPetsAlone([...petsAliasing, ...petsAtOnce, ...petsModel]),
]).map(afterCheckOfStart);
