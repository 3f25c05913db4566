import type { RepositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyToken, idOfToken, type StoredApiKeyLabel } from './api-key.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { Clock } from './clock.ts';
import type { ApiKeyTaken } from './errors.ts';
import type { Instant } from './instant.ts';
import type { KeyMaterial } from './key-material.ts';

/** What the use cases of API keys need. */
export interface AccessPorts {
  readonly apiKeys: ApiKeyRepository;
  readonly clock: Clock;
  readonly keyMaterial: KeyMaterial;
}

/** What a new key is called and when it expires. The label is an `ApiKeyLabel`, or that of the key it replaces. */
export interface NewApiKey {
  readonly label: StoredApiKeyLabel;
  readonly expires?: Instant;
}

/** Keeps a key whose token is known already, for example one that the configuration gives. */
export type RegisterApiKey = (
  token: ApiKeyToken,
  newApiKey: NewApiKey,
) => TE.TaskEither<ApiKeyTaken | RepositoryUnavailable, ApiKey>;

/** Makes the use case that stores the API key of a token that exists already. */
export const registerApiKey =
  ({ apiKeys, clock, keyMaterial }: AccessPorts): RegisterApiKey =>
  (token, newApiKey) =>
    F.pipe(
      TE.fromIO(
        (): ApiKey => ({
          id: idOfToken(token),
          digest: keyMaterial.sha256(token),
          created: clock.now(),
          ...newApiKey,
        }),
      ),
      TE.chainFirst((apiKey) => apiKeys.add(apiKey)),
    );
