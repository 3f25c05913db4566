import type { RepositoryUnavailable } from '@animal-store/domain';
import { type either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyId, apiKeyState, revokeFrom } from './api-key.ts';
import { type ApiKeyNotActive, type ApiKeyNotFound, apiKeyNotActive, apiKeyNotFound } from './errors.ts';
import { type Instant, later } from './instant.ts';
import { type IssuedApiKey, issueApiKey } from './issue-api-key.ts';
import type { AccessPorts } from './ports.ts';
import { backdated } from './revoked-at.ts';

/** The key to replace. */
export interface Rotation {
  readonly id: ApiKeyId;
  /**
   * How many more milliseconds it stays valid, a positive integer, by the clock of each machine. Anything else counts as 0, and revokes
   * it at once, whatever a clock says.
   */
  readonly overlap: number;
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
) => TE.TaskEither<ApiKeyNotFound | ApiKeyNotActive | RepositoryUnavailable, RotatedApiKey>;

const lifetimeFrom = (now: Instant, { created, expires }: ApiKey): { readonly expires?: Instant } =>
  expires === undefined ? {} : { expires: later(expires - created)(now) };

/** Creates the use case that replaces an API key by a new one. */
export const rotateApiKey = (ports: AccessPorts): RotateApiKey => {
  const { apiKeys, clock } = ports;
  const issue = issueApiKey(ports);
  const revoke = (key: ApiKey, from: Instant): TE.TaskEither<RepositoryUnavailable, ApiKey> =>
    F.pipe(apiKeys.revoke(key.id, from), TE.map(O.getOrElse(() => revokeFrom(from)(key))));
  // A key that is revoked from NaN on would be valid for ever.
  const endOf = (overlap: number, now: Instant): Instant =>
    Number.isInteger(overlap) && overlap > 0 ? later(overlap)(now) : backdated(now);
  return ({ id, overlap }) =>
    F.pipe(
      apiKeys.find(id),
      TE.chainW(TE.fromOption(() => apiKeyNotFound)),
      TE.bindTo('found'),
      TE.bind('now', () => TE.fromIO(clock.now)),
      TE.filterOrElseW(
        ({ found, now }) => apiKeyState(now)(found) === 'active',
        () => apiKeyNotActive,
      ),
      TE.bindW('issued', ({ found, now }) => issue({ label: found.label, ...lifetimeFrom(now, found) })),
      TE.bind('old', ({ found, now }) => TE.fromTask(revoke(found, endOf(overlap, now)))),
      TE.map(({ issued, old }) => ({ ...issued, old })),
    );
};
