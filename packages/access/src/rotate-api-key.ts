import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, option as O, task as T, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyId, apiKeyState, revokeFrom } from './api-key.ts';
import {
  type ApiKeyNotActive,
  type ApiKeyNotFound,
  type ApiKeyRetiring,
  apiKeyNotFound,
  type UnreadableApiKey,
} from './errors.ts';
import { type Instant, later } from './instant.ts';
import { type IssuedApiKey, issueApiKey } from './issue-api-key.ts';
import type { AccessPorts } from './register-api-key.ts';
import { retiringUntil } from './retiring-until.ts';
import { isReadable, type StoredApiKey } from './stored-api-key.ts';

/** The key to replace, and how many more milliseconds it stays valid. */
export interface Rotation {
  readonly id: ApiKeyId;
  readonly overlap: number;
  /** Whether a key that an earlier rotation has replaced is replaced again. */
  readonly force?: boolean;
}

/** The new key, and what became of the old one. */
export interface RotatedApiKey extends IssuedApiKey {
  /**
   * The Right is the old key as it is now, revoked from an instant on. With a Left the repository did not confirm that:
   * the old key may still be valid for ever, and has to be revoked again. The new key is valid in both cases.
   */
  readonly old: E.Either<RepositoryUnavailable, ApiKey>;
}

/**
 * Replaces a key by a new one of the same label and, if it expires, the same lifetime. The new key is stored before the
 * old one is revoked, so no failure leaves the client without a valid key; and it is returned as soon as it is stored, so
 * no failure leaves a valid key that nothing has returned.
 */
export type RotateApiKey = (
  rotation: Rotation,
) => TE.TaskEither<
  ApiKeyNotFound | ApiKeyNotActive | ApiKeyRetiring | UnreadableApiKey | RepositoryUnavailable,
  RotatedApiKey
>;

const lifetimeFrom = (now: Instant, { created, expires }: ApiKey): { readonly expires?: Instant } =>
  expires === undefined ? {} : { expires: later(expires - created)(now) };

const readable = (key: StoredApiKey): E.Either<UnreadableApiKey, ApiKey> =>
  isReadable(key) ? E.right(key) : E.left(key);

const replaceable =
  (now: Instant, force: boolean) =>
  (old: ApiKey): E.Either<ApiKeyNotActive | ApiKeyRetiring, ApiKey> => {
    if (apiKeyState(now)(old) !== 'active') return E.left({ _tag: 'ApiKeyNotActive' });
    const until = retiringUntil(now)(old);
    return O.isSome(until) && !force ? E.left({ _tag: 'ApiKeyRetiring', until: until.value }) : E.right(old);
  };

/** Creates the use case that replaces an API key by a new one. */
export const rotateApiKey = (ports: AccessPorts): RotateApiKey => {
  const { apiKeys, clock } = ports;
  const issue = issueApiKey(ports);
  return ({ id, overlap, force = false }) =>
    F.pipe(
      apiKeys.find(id),
      TE.chainW(TE.fromOption(() => apiKeyNotFound)),
      TE.chainEitherKW(readable),
      TE.bindTo('found'),
      TE.bind('now', () => TE.fromIO(clock.now)),
      TE.chainW(({ found, now }) =>
        F.pipe(
          TE.fromEither(replaceable(now, force)(found)),
          TE.chainW((old) => issue({ label: old.label, ...lifetimeFrom(now, old) })),
          TE.chainTaskK((issued) => {
            const from = later(overlap)(now);
            return F.pipe(
              apiKeys.revoke(id, from),
              TE.map(() => revokeFrom(from)(found)),
              T.map((old) => ({ ...issued, old })),
            );
          }),
        ),
      ),
    );
};
