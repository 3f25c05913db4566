import { reasonsOf } from '@animal-store/domain';
import type * as t from 'io-ts';
import { Instant } from './instant.ts';

/** Another API key has the same id or the same digest. */
export interface ApiKeyTaken {
  readonly _tag: 'ApiKeyTaken';
}

/** No API key has the given id. */
export interface ApiKeyNotFound {
  readonly _tag: 'ApiKeyNotFound';
}

/** The key is revoked or expired: a new one has to be issued. */
export interface ApiKeyNotActive {
  readonly _tag: 'ApiKeyNotActive';
}

/** A rotation has replaced the key before: it is valid until an instant, and clients may already have its successor. */
export interface ApiKeyRetiring {
  readonly _tag: 'ApiKeyRetiring';
  readonly until: Instant;
}

/**
 * An API key that is stored in a form that cannot be read, for example without a label. It never authenticates; it can be
 * listed and revoked.
 */
export interface UnreadableApiKey {
  readonly _tag: 'UnreadableApiKey';
  /** Its id as it is stored, which may not have the form of an id. */
  readonly id: string;
  /** The fields that are wrong, each with the rule that it breaks. */
  readonly reason: string;
  readonly revoked?: Instant;
}

/** The credential is not accepted. The reason is for the log, and is never sent to a client. */
export interface Unauthenticated {
  readonly _tag: 'Unauthenticated';
  readonly reason: 'malformed' | 'unknown' | 'expired' | 'revoked';
}

/** The failure `ApiKeyTaken`. */
export const apiKeyTaken: ApiKeyTaken = { _tag: 'ApiKeyTaken' };

/** The failure `ApiKeyNotFound`. */
export const apiKeyNotFound: ApiKeyNotFound = { _tag: 'ApiKeyNotFound' };

/** Makes an `UnreadableApiKey` of the errors of a codec. A `revoked` that is not an `Instant` is left out. */
export const unreadableApiKey =
  (id: string, revoked: unknown) =>
  (errors: t.Errors): UnreadableApiKey => ({
    _tag: 'UnreadableApiKey',
    id,
    reason: reasonsOf(errors),
    ...(Instant.is(revoked) ? { revoked } : {}),
  });
