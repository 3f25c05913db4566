import { type Law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { UnreadableApiKeyFixture } from './fixtures.ts';
import { unreadableApiKeyLaws } from './laws/unreadable-api-keys.ts';

/** Every law of an `ApiKeyRepository` whose store can hold a key that cannot be read, which every external store can. */
export const unreadableApiKeyContract: readonly Law<UnreadableApiKeyFixture>[] = lawsOn(
  ({ apiKeys, spoil }) => ({ apiKeys: watched(apiKeys), spoil }),
  unreadableApiKeyLaws,
);
