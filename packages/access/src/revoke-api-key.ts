import type { RepositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import type { ApiKeyId } from './api-key.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { Clock } from './clock.ts';
import type { StoredApiKey } from './stored-api-key.ts';

/** No API key has the given id. */
export interface ApiKeyNotFound {
  readonly _tag: 'ApiKeyNotFound';
}

/** The failure `ApiKeyNotFound`. */
export const apiKeyNotFound: ApiKeyNotFound = { _tag: 'ApiKeyNotFound' };

/** Revokes a key from now on, even an unreadable one. A key that is already revoked stays as it is. */
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
