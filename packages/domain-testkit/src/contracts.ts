import type { ApiKeyRepository } from '@animal-store/access';
import type { PetRepository } from '@animal-store/domain';
import type { DurableFixture } from './core/durable-fixture.ts';
import { lawOfReopening, lawsOfSharing } from './core/durable-laws.ts';
import { type Law, lawsOn } from './core/law.ts';
import { lawsOfModel } from './core/model.ts';
import { lawsOnStore, ofFixture, watched } from './core/watched.ts';
import type { DurablePetRepositoryFixture, PetRepositoryFixture } from './fixtures.ts';
import { apiKeyLaws } from './laws/api-keys.ts';
import { durableApiKeys } from './laws/durable-api-keys.ts';
import { durablePets } from './laws/durable-pets.ts';
import { petsAlone } from './laws/pets.ts';
import { petsIdempotency } from './laws/pets-idempotency.ts';
import { petsRuns } from './laws/pets-runs.ts';
import { plainApiKeys } from './laws/plain-api-keys.ts';
import { plainPets, plainPetsRemovedBy } from './laws/plain-pets.ts';
import { sharedPets } from './laws/shared-pets.ts';

/** Every law of the port `PetRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const petRepositoryContract: readonly Law<PetRepositoryFixture>[] = lawsOn(
  (fixture) => ({ ...ofFixture(fixture), pets: watched(fixture.pets) }),
  [
    ...petsAlone,
    ...petsIdempotency,
    ...petsRuns,
    ...lawsOn(({ pets }: PetRepositoryFixture) => pets, lawsOfModel('animals', plainPets)),
  ],
);

/** Every law of the port `ApiKeyRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const apiKeyRepositoryContract: readonly Law<ApiKeyRepository>[] = lawsOn(
  (apiKeys) => watched(apiKeys),
  [...apiKeyLaws, ...lawsOfModel('API keys', plainApiKeys)],
);

/**
 * Every law of a `PetRepository` whose animals outlive it. A durable repository passes these laws as well as those of
 * `petRepositoryContract`.
 */
export const durablePetRepositoryContract: readonly Law<DurablePetRepositoryFixture>[] = lawsOnStore<
  PetRepository,
  DurablePetRepositoryFixture
>([
  lawOfReopening('animals', plainPetsRemovedBy),
  ...lawsOfSharing('animals', plainPetsRemovedBy),
  ...sharedPets,
  ...durablePets,
]);

/**
 * Every law of an `ApiKeyRepository` whose API keys outlive it. A durable repository passes these laws as well as those of
 * `apiKeyRepositoryContract`.
 */
export const durableApiKeyRepositoryContract: readonly Law<DurableFixture<ApiKeyRepository>>[] = lawsOnStore<
  ApiKeyRepository,
  DurableFixture<ApiKeyRepository>
>([
  lawOfReopening('API keys', () => plainApiKeys),
  ...lawsOfSharing('API keys', () => plainApiKeys),
  ...durableApiKeys,
]);
