import type { RepositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import type { ApiKeyId } from './api-key.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { Clock } from './clock.ts';
import { type ApiKeyNotFound, apiKeyNotFound } from './errors.ts';
import type { StoredApiKey } from './stored-api-key.ts';

/** Revokes a key from now on, even one that cannot be read; a key that is revoked already stays as it is. */
export type RevokeApiKey = (id: ApiKeyId) => TE.TaskEither<ApiKeyNotFound | RepositoryUnavailable, StoredApiKey>;

/** Creates the use case that revokes an API key. */
export const revokeApiKey =
  ({ apiKeys, clock }: { readonly apiKeys: ApiKeyRepository; readonly clock: Clock }): RevokeApiKey =>
  (id) =>
    F.pipe(
      TE.fromIO(clock.now),
      TE.chain((now) => apiKeys.revoke(id, now)),
      TE.chainW(TE.fromOption(() => apiKeyNotFound)),
    );
