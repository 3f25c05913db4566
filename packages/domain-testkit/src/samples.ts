import { ApiKey, ApiKeyDigest, ApiKeyId, Instant } from '@animal-store/access';
import {
  filterEntries,
  type filterFields,
  type Idempotency,
  IdempotencyKey,
  IdempotencyScope,
  maxInt64,
  minInt64,
  NewPet,
  type PetFilter,
  PetId,
  type PetRange,
  type PetStatus,
} from '@animal-store/domain';
import { eq, function as F, readonlyArray as RA, readonlyRecord as RR, string as S } from 'fp-ts';
import { known } from './known.ts';

export const petId: (id: bigint) => PetId = known(PetId);
export const instant: (milliseconds: number) => Instant = known(Instant);
export const apiKeyId: (id: string) => ApiKeyId = known(ApiKeyId);
export const apiKeyDigest: (digest: string) => ApiKeyDigest = known(ApiKeyDigest);

/** An animal without an id; frozen, so that no adapter under test can change it for the next law. */
export const newPet = (name: string, categoryId = 1n, status?: PetStatus): NewPet =>
  Object.freeze(known(NewPet)({ name, categoryId, ...(status === undefined ? {} : { status }) }));

/** Values of each field, of which no two neighbours are equal; `undefined` is an absent field. The compiler requires all fields. */
const fieldValues = {
  name: ['Rex', 'Pip', 'rex', 'Rex', 'Rex ', 'Rex', 'Rex\0', '', '\0', '\u00e9', 'e\u0301'],
  categoryId: [1n, 2n, -1n, 1n, 1n + 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, minInt64, maxInt64],
  status: ['available', 'sold', undefined, 'pending', undefined, 'available'],
} satisfies Record<keyof NewPet, readonly unknown[]>;

const withFields = (nth: number, fields: object = {}): NewPet =>
  Object.freeze(known(NewPet)({ ...RR.map((values: readonly unknown[]) => values[nth])(fieldValues), ...fields }));

/** Two animals that have every field, and no value in common. */
export const onePet: NewPet = withFields(0);
export const otherPet: NewPet = withFields(1);

/** For each field animals that differ in that field alone, each from the one before. */
export const petsByField: readonly (readonly [field: string, animals: readonly NewPet[]])[] = Object.entries(
  fieldValues,
).map(([field, values]) => [field, values.map((value) => withFields(0, { [field]: value }))]);

/** Filters by no field, by each one and by all, that these animals pass. */
const someFilters: readonly PetFilter[] = F.pipe(
  petsByField.flatMap(([, animals]) => animals.map(filterEntries)),
  RA.chain((entries) => [[], entries, ...entries.map((entry) => [entry])]),
  RA.uniq(eq.contramap(String)(S.Eq)),
  RA.map((entries) => Object.fromEntries(entries)),
);

/** Values of each field of a range that is not a filter, for some ids of animals. The compiler requires all fields. */
const rangeValues = {
  limit: () => [1, 2, 3, 100],
  after: (ids) => [
    ...[undefined, ...ids, (ids.at(-1) ?? 0n) + 2n ** 32n],
    ...[minInt64, -(2n ** 53n), -(2n ** 32n), -1n, 0n, 2n ** 53n, 2n ** 62n, maxInt64],
  ],
} satisfies Record<
  Exclude<keyof PetRange, (typeof filterFields)[number]>,
  (ids: readonly bigint[]) => readonly unknown[]
>;

/** Ranges with each combination of values of their fields, for some ids of animals in ascending order. */
export const rangesOf = (ids: readonly bigint[]): readonly PetRange[] =>
  Object.entries(rangeValues).reduce<readonly object[]>(
    (ranges, [field, valuesFor]) =>
      valuesFor(ids).flatMap((value) =>
        ranges.map((range) => (value === undefined ? range : { ...range, [field]: value })),
      ),
    someFilters,
  ) as readonly PetRange[];

/** The n-th of many different animals, with every status and without a status. */
export const nthPet = (n: number): NewPet =>
  newPet(`animal ${n}`, BigInt(n), ([undefined, 'available', 'pending', 'sold'] as const)[n % 4]);

/** The first n of many different animals. */
export const somePets = (n: number): readonly NewPet[] => Array.from({ length: n }, (_, index) => nthPet(index));

/** An idempotency key, by default always of the same API key. */
export const idempotency = (key: string, scope = 'aaaaaaaa'): Idempotency => ({
  scope: known(IdempotencyScope)(scope),
  key: known(IdempotencyKey)(key),
});

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
