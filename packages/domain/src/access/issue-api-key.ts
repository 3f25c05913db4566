import { function as F, taskEither as TE } from 'fp-ts';
import type { RepositoryUnavailable } from '../errors.ts';
import type { ApiKey, ApiKeyToken } from './api-key.ts';
import { newApiKeyToken } from './new-api-key-token.ts';
import { type AccessPorts, type NewApiKey, registerApiKey } from './register-api-key.ts';

/** A new key together with its token, which is shown this once and kept nowhere. */
export interface IssuedApiKey {
  readonly token: ApiKeyToken;
  readonly apiKey: ApiKey;
}

/** Makes a new key. */
export type IssueApiKey = (newApiKey: NewApiKey) => TE.TaskEither<RepositoryUnavailable, IssuedApiKey>;

export const issueApiKey = (ports: AccessPorts): IssueApiKey => {
  const register = registerApiKey(ports);
  const issue: IssueApiKey = (newApiKey) =>
    F.pipe(
      TE.fromIO(newApiKeyToken(ports.keyMaterial)),
      TE.chain((token) =>
        F.pipe(
          register(token, newApiKey),
          TE.map((apiKey) => ({ token, apiKey })),
        ),
      ),
      // With 40 random bits an id is met again about once in a million keys: another token will do.
      TE.orElse((failure) => (failure._tag === 'ApiKeyTaken' ? issue(newApiKey) : TE.left(failure))),
    );
  return issue;
};
