import type { ApiKeyRepository } from '@animal-store/access';
import type { DurableFixture } from './core/durable-fixture.ts';
import { type Law, lawsOn } from './core/law.ts';
import { lawOfReopening, lawsOfSharing } from './core/model.ts';
import { watchedStore } from './core/watched.ts';
import { plainApiKeys } from './laws/api-keys-model.ts';
import { durableApiKeysFailures } from './laws/durable-api-keys-failures.ts';
import { durableApiKeysSharing } from './laws/durable-api-keys-sharing.ts';

/**
 * Every law of an `ApiKeyRepository` whose API keys outlive it. A durable repository passes these laws as well as those of
 * `apiKeyRepositoryContract`.
 */
export const durableApiKeyRepositoryContract: readonly Law<DurableFixture<ApiKeyRepository>>[] = lawsOn(
  (fixture) => watchedStore<ApiKeyRepository, DurableFixture<ApiKeyRepository>>(fixture),
  [
    ...durableApiKeysSharing,
    ...durableApiKeysFailures,
    lawOfReopening('API keys', () => plainApiKeys),
    ...lawsOfSharing('API keys', () => plainApiKeys),
  ],
);
