import type { ApiKeyRepository } from '@animal-store/access';
import type { DurableFixture } from './fixtures.ts';
import type { Law } from './law.ts';
import { plainApiKeys } from './laws/api-keys-model.ts';
import { durableApiKeysFailures } from './laws/durable-api-keys-failures.ts';
import { durableApiKeysSharing } from './laws/durable-api-keys-sharing.ts';
import { lawOfReopening, lawsOfSharing } from './laws/model.ts';

/**
 * Every law of an `ApiKeyRepository` whose API keys outlive it. A durable repository passes these laws as well as those of
 * `apiKeyRepositoryContract`.
 */
export const durableApiKeyRepositoryContract: readonly Law<DurableFixture<ApiKeyRepository>>[] = [
  lawOfReopening('API keys', () => plainApiKeys),
  ...lawsOfSharing('API keys', () => plainApiKeys),
  ...durableApiKeysSharing,
  ...durableApiKeysFailures,
];
