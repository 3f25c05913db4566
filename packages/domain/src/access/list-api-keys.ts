import type { taskEither as TE } from 'fp-ts';
import type { RepositoryUnavailable } from '../errors.ts';
import type { ApiKeyRepository } from '../ports/api-key-repository.ts';
import type { ApiKey } from './api-key.ts';

/** Lists every key, revoked and expired ones too, the oldest first. */
export type ListApiKeys = () => TE.TaskEither<RepositoryUnavailable, readonly ApiKey[]>;

export const listApiKeys =
  ({ apiKeys }: { readonly apiKeys: ApiKeyRepository }): ListApiKeys =>
  () =>
    apiKeys.list();
