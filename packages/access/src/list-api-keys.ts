import type { RepositoryUnavailable } from '@animal-store/domain';
import type { taskEither as TE } from 'fp-ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { StoredApiKey } from './stored-api-key.ts';

/** Lists every key, including revoked, expired and unreadable ones, the oldest first. */
export type ListApiKeys = () => TE.TaskEither<RepositoryUnavailable, readonly StoredApiKey[]>;

/** Creates the use case that lists the API keys. */
export const listApiKeys =
  ({ apiKeys }: { readonly apiKeys: ApiKeyRepository }): ListApiKeys =>
  () =>
    apiKeys.list();
