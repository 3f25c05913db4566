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

/** The credential is not accepted. The reason is for the log, and is never sent to a client. */
export interface Unauthenticated {
  readonly _tag: 'Unauthenticated';
  readonly reason: 'malformed' | 'unknown' | 'expired' | 'revoked';
}

/** The failure `ApiKeyTaken`. */
export const apiKeyTaken: ApiKeyTaken = { _tag: 'ApiKeyTaken' };

/** The failure `ApiKeyNotFound`. */
export const apiKeyNotFound: ApiKeyNotFound = { _tag: 'ApiKeyNotFound' };

/** The failure `ApiKeyNotActive`. */
export const apiKeyNotActive: ApiKeyNotActive = { _tag: 'ApiKeyNotActive' };
