import type { RepositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import type { ApiKey, ApiKeyId } from './api-key.ts';
import { type ApiKeyNotFound, apiKeyNotFound } from './errors.ts';
import type { AccessPorts } from './ports.ts';
import { backdated } from './revoked-at.ts';

/** Lists every key, including revoked and expired ones, the oldest first. */
export type ListApiKeys = () => TE.TaskEither<RepositoryUnavailable, readonly ApiKey[]>;

/** Creates the use case that lists the API keys. */
export const listApiKeys =
  ({ apiKeys }: Pick<AccessPorts, 'apiKeys'>): ListApiKeys =>
  () =>
    apiKeys.list();

/** Revokes a key at once, for every machine, whatever its clock says; a key that is revoked already stays as it is. */
export type RevokeApiKey = (id: ApiKeyId) => TE.TaskEither<ApiKeyNotFound | RepositoryUnavailable, ApiKey>;

/** Creates the use case that revokes an API key. */
export const revokeApiKey =
  ({ apiKeys, clock }: Pick<AccessPorts, 'apiKeys' | 'clock'>): RevokeApiKey =>
  (id) =>
    F.pipe(
      TE.fromIO(clock.now),
      TE.chain((now) => apiKeys.revoke(id, backdated(now))),
      TE.chainW(TE.fromOption(() => apiKeyNotFound)),
    );
