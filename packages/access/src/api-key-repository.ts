import type { RepositoryUnavailable } from '@animal-store/domain';
import type { option as O, taskEither as TE } from 'fp-ts';
import type { ApiKey, ApiKeyDigest, ApiKeyId } from './api-key.ts';
import type { ApiKeyTaken } from './errors.ts';
import type { Instant } from './instant.ts';

/**
 * Keeps the API keys; it never sees a secret, only its digest. No method does anything before its TaskEither is run. A
 * stored key that does not decode is a bug: the method throws an Error that names the id.
 */
export interface ApiKeyRepository {
  /** Adds a key; fails with `ApiKeyTaken`, and changes nothing, if its id or digest is stored already. */
  readonly add: (apiKey: ApiKey) => TE.TaskEither<ApiKeyTaken | RepositoryUnavailable, void>;

  /** Every key, including revoked and expired ones, in ascending order of creation, then of id. */
  readonly list: () => TE.TaskEither<RepositoryUnavailable, readonly ApiKey[]>;

  /** The key with this id, or none. */
  readonly find: (id: ApiKeyId) => TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>;

  /** The key with this digest, or none. */
  readonly findByDigest: (digest: ApiKeyDigest) => TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>;

  /**
   * Revokes a key from an instant on and returns the revoked key, or none if no key has this id. A key that is already
   * revoked keeps the earlier of both instants, so no call makes a key valid again.
   */
  readonly revoke: (id: ApiKeyId, from: Instant) => TE.TaskEither<RepositoryUnavailable, O.Option<ApiKey>>;

  /** Records that a key was used at an instant. Only the latest use is kept; an unknown id changes nothing. */
  readonly recordUse: (id: ApiKeyId, at: Instant) => TE.TaskEither<RepositoryUnavailable, void>;
}
