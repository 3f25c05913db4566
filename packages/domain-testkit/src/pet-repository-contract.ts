import type { PetRepository } from '@animal-store/domain';
import { checkStart } from './check-start.ts';
import type { PetRepositoryFixture } from './fixtures.ts';
import { type Law, law } from './law.ts';
import { petsModel } from './laws/pet-operations.ts';
import { petsAliasing } from './laws/pets-aliasing.ts';
import { petsAtOnce } from './laws/pets-at-once.ts';
import { petsIdempotency } from './laws/pets-idempotency.ts';
import { petsIdempotencyConcurrency, petsIdempotencyKeys } from './laws/pets-idempotency-keys.ts';
import { petsIdempotencyRecords } from './laws/pets-idempotency-records.ts';
import { petsIds } from './laws/pets-ids.ts';
import { petsFindLaziness, petsLaziness } from './laws/pets-laziness.ts';
import { petsList, petsWalk } from './laws/pets-list.ts';
import { petsNames, petsRoundTrip } from './laws/pets-round-trip.ts';

const onPetsAlone = ({ name, check }: Law<PetRepository>): Law<PetRepositoryFixture> => ({
  name,
  check: (fresh) => check(async () => (await fresh()).pets),
});

const afterCheckOfStart = ({ name, check }: Law<PetRepositoryFixture>): Law<PetRepositoryFixture> => ({
  name,
  check: async (fresh) => {
    await law(name, checkStart).check(fresh);
    await check(fresh);
  },
});

const lawsOfPetsAlone: readonly Law<PetRepository>[] = [
  ...petsRoundTrip,
  ...petsNames,
  ...petsIds,
  ...petsList,
  ...petsWalk,
  ...petsIdempotency,
  ...petsIdempotencyKeys,
  ...petsIdempotencyConcurrency,
  ...petsLaziness,
  ...petsAliasing,
  ...petsAtOnce,
  ...petsModel,
];

/** Every law of the port `PetRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const petRepositoryContract: readonly Law<PetRepositoryFixture>[] = [
  ...lawsOfPetsAlone.map(onPetsAlone),
  ...petsIdempotencyRecords,
  ...petsFindLaziness,
].map(afterCheckOfStart);
