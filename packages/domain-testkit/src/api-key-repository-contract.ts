import type { ApiKeyRepository } from '@animal-store/access';
import { type Law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import { apiKeysConcurrency } from './laws/api-keys-concurrency.ts';
import { apiKeysLaziness } from './laws/api-keys-laziness.ts';
import { apiKeysModel } from './laws/api-keys-model.ts';
import { apiKeysRoundTrip } from './laws/api-keys-round-trip.ts';
import { apiKeysUniqueness } from './laws/api-keys-uniqueness.ts';
import { apiKeysRevocation, apiKeysUse } from './laws/api-keys-use.ts';

/** Every law of the port `ApiKeyRepository`. An adapter implements the port if it passes all laws; none can be switched off. */
export const apiKeyRepositoryContract: readonly Law<ApiKeyRepository>[] = lawsOn(
  (apiKeys) => watched(apiKeys),
  [
    ...apiKeysRoundTrip,
    ...apiKeysUniqueness,
    ...apiKeysRevocation,
    ...apiKeysUse,
    ...apiKeysConcurrency,
    ...apiKeysLaziness,
    ...apiKeysModel,
  ],
);
