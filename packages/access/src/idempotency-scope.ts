import type { IdempotencyScope } from '@animal-store/domain';
import type { ApiKeyId } from './api-key.ts';

/** The idempotency scope of an API key. All characters of its id are allowed in a scope. */
export const scopeOfApiKey = (id: ApiKeyId): IdempotencyScope => id as string as IdempotencyScope;
