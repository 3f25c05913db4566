import type { ApiKey } from './api-key.ts';
import type { Instant } from './instant.ts';

/**
 * A stored API key that cannot be read, for example because it has no label. It never authenticates; it can be listed and
 * revoked.
 */
export interface UnreadableApiKey {
  readonly _tag: 'UnreadableApiKey';
  /** The stored id, which may not be a valid `ApiKeyId`. */
  readonly id: string;
  /** The invalid fields, each with the rule that it breaks. */
  readonly reason: string;
  readonly revoked?: Instant;
}

/** An API key as a repository reads it. */
export type StoredApiKey = ApiKey | UnreadableApiKey;

/** Whether a stored key can be read. */
export const isReadable = (key: StoredApiKey): key is ApiKey => !('_tag' in key);
