import type { ApiKey } from './api-key.ts';
import type { UnreadableApiKey } from './errors.ts';

/** An API key as a repository reads it. */
export type StoredApiKey = ApiKey | UnreadableApiKey;

/** Whether a stored key can be read. */
export const isReadable = (key: StoredApiKey): key is ApiKey => !('_tag' in key);
