import { fromGuard, type IdempotencyScope, onlyFields } from '@animal-store/domain';
import * as t from 'io-ts';
import { crc32 } from './crc32.ts';
import { earlierOf, Instant, laterOf } from './instant.ts';

interface ApiKeyIdBrand {
  readonly ApiKeyId: unique symbol;
}
interface ApiKeyDigestBrand {
  readonly ApiKeyDigest: unique symbol;
}
interface ApiKeyLabelBrand {
  readonly ApiKeyLabel: unique symbol;
}
interface ApiKeyTokenBrand {
  readonly ApiKeyToken: unique symbol;
}

/** The id of an API key, which is not secret: 8 characters of lower-case base32 (40 random bits). */
export type ApiKeyId = t.Branded<string, ApiKeyIdBrand>;

/** The SHA-256 digest of the token of an API key: 64 lower-case hex digits. The secret itself is never stored. */
export type ApiKeyDigest = t.Branded<string, ApiKeyDigestBrand>;

/**
 * The label of a key, for people: 1–100 characters of well-formed text without control characters. It may contain invisible
 * characters and marks of text direction, so escape these where a person reads it.
 */
export type ApiKeyLabel = t.Branded<string, ApiKeyLabelBrand>;

/**
 * The API key that a client sends: `ask_<id>_<secret>_<checksum>`. The secret is 52 characters of lower-case base32 (260
 * random bits). The checksum is the CRC-32 of everything before its underscore, so a mistyped key is rejected without a
 * lookup.
 */
export type ApiKeyToken = t.Branded<string, ApiKeyTokenBrand>;

const textMatching = <A extends string>(name: string, rule: string, pattern: RegExp): t.Type<A, string, unknown> =>
  fromGuard(name, (input): input is A => typeof input === 'string' && pattern.test(input), rule);

/** Decodes 8 characters of base32 as an `ApiKeyId`. */
export const ApiKeyId = textMatching<ApiKeyId>('ApiKeyId', 'must be 8 characters of a-z and 2-7', /^[a-z2-7]{8}$/);

/** Decodes 64 lower-case hex digits as an `ApiKeyDigest`. */
export const ApiKeyDigest = textMatching<ApiKeyDigest>(
  'ApiKeyDigest',
  'must be 64 lower-case hex digits',
  /^[0-9a-f]{64}$/,
);

/** Decodes an `ApiKeyLabel`. */
export const ApiKeyLabel = textMatching<ApiKeyLabel>(
  'ApiKeyLabel',
  'must be 1 to 100 characters of well-formed text without control characters',
  /^[^\p{Cc}\p{Cs}]{1,100}$/u,
);

const tokenPattern = /^ask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8}$/;

/** Decodes an `ApiKeyToken`. It rejects a wrong checksum. */
export const ApiKeyToken: t.Type<ApiKeyToken, string, unknown> = fromGuard(
  'ApiKeyToken',
  (input): input is ApiKeyToken =>
    typeof input === 'string' && tokenPattern.test(input) && crc32(input.slice(0, -9)) === input.slice(-8),
  'must be an API key, ask_<id>_<secret>_<checksum>',
);

const required = t.type({ id: ApiKeyId, label: ApiKeyLabel, digest: ApiKeyDigest, created: Instant });
// `lastUsed` is the latest recorded use; absent if there was none.
const optional = t.partial({ expires: Instant, revoked: Instant, lastUsed: Instant });

/**
 * An API key as it is stored. `revoked` is the instant from which it is rejected. It may lie in the future: the key is valid until
 * then. That of a key that was revoked at once is 2,000 years early; `revokedAt` gives the real one.
 */
export interface ApiKey extends Readonly<t.TypeOf<typeof required>>, Readonly<t.TypeOf<typeof optional>> {}

/** Decodes an API key, as a repository keeps it. */
export const ApiKey: t.Type<ApiKey, ApiKey, unknown> = onlyFields(t.intersection([required, optional], 'ApiKey'));

/** The id in a token; it is not secret. */
export const idOfToken = (token: ApiKeyToken): ApiKeyId => token.slice(4, 12) as ApiKeyId;

/** The idempotency scope of an API key. All characters of its id are allowed in a scope. */
export const scopeOfApiKey = (id: ApiKeyId): IdempotencyScope => id as string as IdempotencyScope;

/** The key as it is after a revocation from an instant on: the earlier of two revocations counts. */
export const revokeFrom =
  (from: Instant) =>
  ({ revoked = from, ...key }: ApiKey): ApiKey => ({ ...key, revoked: earlierOf(revoked, from) });

/** The key after a use at an instant. It keeps the latest use. */
export const useAt =
  (at: Instant) =>
  ({ lastUsed = at, ...key }: ApiKey): ApiKey => ({ ...key, lastUsed: laterOf(lastUsed, at) });

const never = Number.POSITIVE_INFINITY as Instant;

/** Whether a key is valid at an instant, and if not, why. */
export const apiKeyState =
  (now: Instant) =>
  ({ expires = never, revoked = never }: ApiKey): 'active' | 'expired' | 'revoked' => {
    if (revoked <= now) return 'revoked';
    return expires <= now ? 'expired' : 'active';
  };

const columns = ['id', 'label', 'digest', 'created', 'expires', 'revoked', 'lastUsed'] satisfies (keyof ApiKey)[];

/**
 * Decodes the columns of an API key in an SQL store, in this order: id, label, digest, created, expires, revoked, last use.
 * An instant is an integer in milliseconds since 1970, which drivers read as bigint; NULL is an absent value.
 */
export const apiKeyOfColumns = (row: readonly unknown[]): t.Validation<ApiKey> => {
  const values = row.map((value) => (typeof value === 'bigint' ? Number(value) : (value ?? undefined)));
  return ApiKey.decode(Object.fromEntries(columns.map((name, index) => [name, values[index]])));
};
