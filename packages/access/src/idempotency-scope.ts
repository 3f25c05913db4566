import type { IdempotencyScope } from '@animal-store/domain';
import type { ApiKeyId } from './api-key.ts';

/** The scope of an API key. Its characters are a subset of those that a scope may have. */
export const scopeOfApiKey = (id: ApiKeyId): IdempotencyScope => id as string as IdempotencyScope;
