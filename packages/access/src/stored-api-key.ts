import type { ApiKey } from './api-key.ts';
import type { Instant } from './instant.ts';

/**
 * An API key that is stored in a form that cannot be read, for example without a label. It never authenticates; it can be
 * listed and revoked.
 */
export interface UnreadableApiKey {
  readonly _tag: 'UnreadableApiKey';
  /** Its id as it is stored, which may not have the form of an id. */
  readonly id: string;
  /** The fields that are wrong, each with the rule that it breaks. */
  readonly reason: string;
  readonly revoked?: Instant;
}

/** An API key as a repository finds it. */
export type StoredApiKey = ApiKey | UnreadableApiKey;

/** Whether a key that is stored can be read. */
export const isReadable = (key: StoredApiKey): key is ApiKey => !('_tag' in key);
