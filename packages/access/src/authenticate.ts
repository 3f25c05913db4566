import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, option as O, type taskEither as TE } from 'fp-ts';
import { type ApiKey, ApiKeyToken, apiKeyState } from './api-key.ts';
import type { Unauthenticated } from './errors.ts';
import type { AccessPorts } from './register-api-key.ts';

/** Finds the API key of a credential. A credential that is not a well-formed token is refused without a lookup. */
export type Authenticate = (credential: string) => TE.TaskEither<Unauthenticated | RepositoryUnavailable, ApiKey>;

const unauthenticated = (reason: Unauthenticated['reason']): E.Either<Unauthenticated, never> =>
  E.left({ _tag: 'Unauthenticated', reason });

/** Creates the use case that authenticates a credential. */
export const authenticate = ({ apiKeys, clock, keyMaterial }: AccessPorts): Authenticate => {
  const check = (found: O.Option<ApiKey>): E.Either<Unauthenticated, ApiKey> => {
    if (O.isNone(found)) return unauthenticated('unknown');
    const state = apiKeyState(clock.now())(found.value);
    return state === 'active' ? E.right(found.value) : unauthenticated(state);
  };
  // Every request runs this function. Chained TaskEithers take several times as long.
  return (credential) => async () => {
    if (!ApiKeyToken.is(credential)) return unauthenticated('malformed');
    const found = await apiKeys.findByDigest(keyMaterial.sha256(credential))();
    return E.isLeft(found) ? found : check(found.right);
  };
};
