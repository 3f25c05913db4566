import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyId, apiKeyState } from './api-key.ts';
import { type ApiKeyNotActive, type ApiKeyNotFound, apiKeyNotFound, type UnreadableApiKey } from './errors.ts';
import { type Instant, later } from './instant.ts';
import { type IssuedApiKey, issueApiKey } from './issue-api-key.ts';
import type { AccessPorts } from './register-api-key.ts';
import { isReadable, type StoredApiKey } from './stored-api-key.ts';

/** The key to replace, and how many more milliseconds it stays valid. */
export interface Rotation {
  readonly id: ApiKeyId;
  readonly overlap: number;
}

/**
 * Replaces a key by a new one of the same label and, if it expires, the same lifetime. The new key is stored before the
 * old one is revoked, so no failure leaves the client without a valid key.
 */
export type RotateApiKey = (
  rotation: Rotation,
) => TE.TaskEither<ApiKeyNotFound | ApiKeyNotActive | UnreadableApiKey | RepositoryUnavailable, IssuedApiKey>;

const lifetimeFrom = (now: Instant, { created, expires }: ApiKey): { readonly expires?: Instant } =>
  expires === undefined ? {} : { expires: later(expires - created)(now) };

const readable = (key: StoredApiKey): E.Either<UnreadableApiKey, ApiKey> =>
  isReadable(key) ? E.right(key) : E.left(key);

/** Creates the use case that replaces an API key by a new one. */
export const rotateApiKey = (ports: AccessPorts): RotateApiKey => {
  const { apiKeys, clock } = ports;
  const issue = issueApiKey(ports);
  return ({ id, overlap }) =>
    F.pipe(
      apiKeys.find(id),
      TE.chainW(TE.fromOption(() => apiKeyNotFound)),
      TE.chainEitherKW(readable),
      TE.bindTo('old'),
      TE.bind('now', () => TE.fromIO(clock.now)),
      TE.filterOrElseW(
        ({ old, now }) => apiKeyState(now)(old) === 'active',
        (): ApiKeyNotActive => ({ _tag: 'ApiKeyNotActive' }),
      ),
      TE.bindW('issued', ({ old, now }) => issue({ label: old.label, ...lifetimeFrom(now, old) })),
      TE.chainFirstW(({ now }) => apiKeys.revoke(id, later(overlap)(now))),
      TE.map(({ issued }) => issued),
    );
};
