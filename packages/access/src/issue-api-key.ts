import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyLabel, type ApiKeyToken, idOfToken } from './api-key.ts';
import type { ApiKeyTaken } from './errors.ts';
import type { Instant } from './instant.ts';
import { newApiKeyToken } from './new-api-key-token.ts';
import type { AccessPorts } from './ports.ts';

/** The label and the expiry of a new key. */
export interface NewApiKey {
  readonly label: ApiKeyLabel;
  readonly expires?: Instant;
}

/** A new key with its token, which is printed once and stored nowhere. */
export interface IssuedApiKey {
  readonly token: ApiKeyToken;
  readonly apiKey: ApiKey;
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

/** How many tokens are tried for one key. If a million keys exist, one new id in a million is taken: it has 40 random bits. */
const attempts = 3;

/** Makes a new key. A repository that reports every token as taken counts as unavailable. */
export type IssueApiKey = (newApiKey: NewApiKey) => TE.TaskEither<RepositoryUnavailable, IssuedApiKey>;

/** Creates the use case that issues an API key. */
export const issueApiKey = (ports: AccessPorts): IssueApiKey => {
  const issue = (newApiKey: NewApiKey, left: number): TE.TaskEither<RepositoryUnavailable, IssuedApiKey> =>
    F.pipe(
      TE.fromIO(newApiKeyToken(ports.keyMaterial)),
      TE.bindTo('token'),
      TE.bind('apiKey', ({ token }) => registerApiKey(ports)(token, newApiKey)),
      TE.orElse((failure) => {
        if (failure._tag !== 'ApiKeyTaken') return TE.left(failure);
        if (left > 1) return issue(newApiKey, left - 1);
        return TE.left(repositoryUnavailable(new Error(`${attempts} new API keys are said to be taken`)));
      }),
    );
  return (newApiKey) => issue(newApiKey, attempts);
};
