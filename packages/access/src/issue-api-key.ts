import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import type { ApiKey, ApiKeyToken } from './api-key.ts';
import { newApiKeyToken } from './new-api-key-token.ts';
import { type AccessPorts, type NewApiKey, registerApiKey } from './register-api-key.ts';

/** A new key with its token, which is printed once and stored nowhere. */
export interface IssuedApiKey {
  readonly token: ApiKeyToken;
  readonly apiKey: ApiKey;
}

/** How many tokens are tried for one key. With 40 random bits, about one id in a million keys is taken. */
const attempts = 3;

/** Makes a new key. A repository that reports every token as taken counts as unavailable. */
export type IssueApiKey = (newApiKey: NewApiKey) => TE.TaskEither<RepositoryUnavailable, IssuedApiKey>;

/** Creates the use case that issues an API key. */
export const issueApiKey = (ports: AccessPorts): IssueApiKey => {
  const register = registerApiKey(ports);
  const issue = (newApiKey: NewApiKey, left: number): TE.TaskEither<RepositoryUnavailable, IssuedApiKey> =>
    F.pipe(
      TE.fromIO(newApiKeyToken(ports.keyMaterial)),
      TE.chain((token) =>
        F.pipe(
          register(token, newApiKey),
          TE.map((apiKey) => ({ token, apiKey })),
        ),
      ),
      TE.orElse((failure) => {
        if (failure._tag !== 'ApiKeyTaken') return TE.left(failure);
        if (left > 1) return issue(newApiKey, left - 1);
        return TE.left(repositoryUnavailable(new Error(`${attempts} new API keys are said to be taken`)));
      }),
    );
  return (newApiKey) => issue(newApiKey, attempts);
};
