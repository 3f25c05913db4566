import { ApiKey, ApiKeyDigest, ApiKeyId, Instant } from '@animal-store/access';
import { readonlyRecord as RR } from 'fp-ts';
import { known } from '../known.ts';

export const instant: (milliseconds: number) => Instant = known(Instant);
export const apiKeyId: (id: string) => ApiKeyId = known(ApiKeyId);
export const apiKeyDigest: (digest: string) => ApiKeyDigest = known(ApiKeyDigest);

/** The n-th (0–255) of many different API keys, all active, with some fields replaced; frozen. */
export const apiKey = (n: number, fields: { readonly [Field in keyof ApiKey]?: unknown } = {}): ApiKey =>
  Object.freeze(
    known(ApiKey)({
      id: n.toString(2).padStart(8, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
      label: `key ${n}`,
      digest: n.toString(16).padStart(64, '0'),
      created: 1_000_000_000_000 + n,
      ...fields,
    }),
  );

const instants = [1_893_456_000_123, -8.64e15, -1, 0, 1, 2 ** 31, 2 ** 32, 8.64e15];

/** Values of each field of an API key, over its whole range. The compiler requires all fields. */
const apiKeyFieldValues = {
  id: ['zzzzzzzz', '22222222'],
  label: ['ci', ' ', 'é', 'e\u0301', '🐕'.repeat(100), '$set', 'a.b', '__proto__', '\ufeffci', '\u202eci', '007'],
  digest: ['f'.repeat(64), `${'0'.repeat(63)}f`],
  created: instants,
  expires: instants,
  revoked: instants,
  lastUsed: instants,
} satisfies Record<keyof ApiKey, readonly unknown[]>;

const { id: _, digest: __, ...sharedFieldValues } = apiKeyFieldValues;

/** A value of each field of an API key, except those that are unique. */
export const everyApiKeyField: { readonly [Field in keyof ApiKey]?: unknown } = RR.map(
  (values: readonly unknown[]) => values[0],
)(sharedFieldValues);

/** For each field API keys with values from its whole range, and with no other optional field. */
export const apiKeysByField: readonly (readonly [field: string, keys: readonly ApiKey[]])[] = Object.entries(
  apiKeyFieldValues,
).map(([field, values], n) => [field, values.map((value, m) => apiKey(20 * n + m, { [field]: value }))]);

/** API keys in the order of a list. */
export const inOrderOfCreation = (keys: readonly ApiKey[]): readonly ApiKey[] =>
  keys.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
