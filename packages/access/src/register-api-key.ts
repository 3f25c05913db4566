import type { RepositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyToken, idOfToken, type StoredApiKeyLabel } from './api-key.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { Clock } from './clock.ts';
import type { ApiKeyTaken } from './errors.ts';
import type { Instant } from './instant.ts';
import type { KeyMaterial } from './key-material.ts';

/** The ports of the use cases of API keys. */
export interface AccessPorts {
  readonly apiKeys: ApiKeyRepository;
  readonly clock: Clock;
  readonly keyMaterial: KeyMaterial;
}

/** The label and the expiry of a new key. The label is an `ApiKeyLabel`, or the label of the replaced key. */
export interface NewApiKey {
  readonly label: StoredApiKeyLabel;
  readonly expires?: Instant;
}

/** Stores the key of an existing token, for example of a token in the configuration. */
export type RegisterApiKey = (
  token: ApiKeyToken,
  newApiKey: NewApiKey,
) => TE.TaskEither<ApiKeyTaken | RepositoryUnavailable, ApiKey>;

/** Creates the use case that stores the key of an existing token. */
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
