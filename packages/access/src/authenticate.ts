import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { type ApiKey, ApiKeyToken, apiKeyState } from './api-key.ts';
import type { Unauthenticated } from './errors.ts';
import type { AccessPorts } from './ports.ts';

/** Finds the API key of a credential. A credential that is not a well-formed token is refused without a lookup. */
export type Authenticate = (credential: string) => TE.TaskEither<Unauthenticated | RepositoryUnavailable, ApiKey>;

const because = (reason: Unauthenticated['reason']): Unauthenticated => ({ _tag: 'Unauthenticated', reason });

/** Creates the use case that authenticates a credential. */
export const authenticate = ({ apiKeys, clock, keyMaterial }: AccessPorts): Authenticate =>
  F.flow(
    TE.fromPredicate(ApiKeyToken.is, () => because('malformed')),
    TE.chainW((token) => apiKeys.findByDigest(keyMaterial.sha256(token))),
    TE.chainEitherKW((found) => {
      if (O.isNone(found)) return E.left(because('unknown'));
      const state = apiKeyState(clock.now())(found.value);
      return state === 'active' ? E.right(found.value) : E.left(because(state));
    }),
  );
