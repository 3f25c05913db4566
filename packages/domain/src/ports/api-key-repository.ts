import type { option as O, taskEither as TE } from 'fp-ts';
import type { ApiKey, ApiKeyDigest, ApiKeyId } from '../access/api-key.ts';
import type { RepositoryUnavailable } from '../errors.ts';
import type { Instant } from '../instant.ts';

/** Another API key has the same id or the same digest. */
export interface ApiKeyTaken {
  readonly _tag: 'ApiKeyTaken';
}

export const apiKeyTaken: ApiKeyTaken = { _tag: 'ApiKeyTaken' };

/** Keeps the API keys; it never sees a secret, only its digest. No method does anything before its TaskEither is run. */
export interface ApiKeyRepository {
  /** Adds a key; fails with `ApiKeyTaken`, and changes nothing, when its id or digest is there already. */
  readonly add: (apiKey: ApiKey) => TE.TaskEither<ApiKeyTaken | RepositoryUnavailable, void>;

  /** Every key, revoked and expired ones too, in ascending order of creation, then of id. */
  readonly list: () => TE.TaskEither<RepositoryUnavailable, readonly ApiKey[]>;

  /** The key with this id, or none. */
  readonly find: (id: ApiKeyId) => TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>;

  /** The key with this digest, or none. */
  readonly findByDigest: (digest: ApiKeyDigest) => TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>;

  /**
   * Revokes a key from an instant on and gives it as it is then, or none when no key has this id. A key that is
   * revoked already keeps the earlier of both instants: no call can bring a key back.
   */
  readonly revoke: (id: ApiKeyId, from: Instant) => TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>;
}
