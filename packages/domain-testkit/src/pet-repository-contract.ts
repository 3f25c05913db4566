import type { PetRepository } from '@animal-store/domain';
import { checkStart } from './check-start.ts';
import { type Law, law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { PetRepositoryFixture } from './fixtures.ts';
import { petsModel } from './laws/pet-operations.ts';
import { petsAliasing, petsAtOnce } from './laws/pets-at-once.ts';
import { petsIdempotency } from './laws/pets-idempotency.ts';
import { petsIdempotencyConcurrency, petsIdempotencyKeys } from './laws/pets-idempotency-keys.ts';
import { petsIdempotencyRecords } from './laws/pets-idempotency-records.ts';
import { petsFirstIds, petsIds, petsRemovedIds } from './laws/pets-ids.ts';
import { petsFindLaziness, petsLaziness } from './laws/pets-laziness.ts';
import { petsList, petsWalk } from './laws/pets-list.ts';
import { petsNames, petsRoundTrip } from './laws/pets-round-trip.ts';

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

const onPetsAlone = (laws: readonly Law<PetRepository>[]): readonly Law<PetRepositoryFixture>[] =>
  lawsOn(({ pets }) => pets, laws);

/** Every law of the port `PetRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const petRepositoryContract: readonly Law<PetRepositoryFixture>[] = lawsOn(watchedPets, [
  ...onPetsAlone([...petsFirstIds, ...petsRoundTrip, ...petsNames, ...petsIds]),
  ...petsRemovedIds,
  ...onPetsAlone([...petsList, ...petsWalk, ...petsIdempotency, ...petsIdempotencyKeys, ...petsIdempotencyConcurrency]),
  ...petsIdempotencyRecords,
  ...onPetsAlone(petsLaziness),
  ...petsFindLaziness,
  ...onPetsAlone([...petsAliasing, ...petsAtOnce, ...petsModel]),
]).map(afterCheckOfStart);
