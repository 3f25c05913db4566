import type { taskEither as TE } from 'fp-ts';
import type { RepositoryUnavailable } from '../errors.ts';
import type { ApiKeyRepository } from '../ports/api-key-repository.ts';
import type { StoredApiKey } from './stored-api-key.ts';

/** Lists every key, including revoked, expired and unreadable ones, the oldest first. */
export type ListApiKeys = () => TE.TaskEither<RepositoryUnavailable, readonly StoredApiKey[]>;

export const listApiKeys =
  ({ apiKeys }: { readonly apiKeys: ApiKeyRepository }): ListApiKeys =>
  () =>
    apiKeys.list();
