import { ApiKey, ApiKeyDigest, ApiKeyId, Instant } from '@animal-store/access';
import {
  filterEntries,
  type Idempotency,
  IdempotencyKey,
  IdempotencyScope,
  maxInt64,
  minInt64,
  NewPet,
  type PetFilter,
  PetId,
  type PetStatus,
} from '@animal-store/domain';
import { eq, function as F, readonlyArray as RA, string as S } from 'fp-ts';
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

/** For each field animals that differ in that field alone, each from the one before. */
export const petsByField: readonly (readonly [field: string, animals: readonly NewPet[]])[] = Object.entries(
  fieldValues,
).map(([field, values]) => [
  field,
  values.map((value) => Object.freeze(known(NewPet)({ ...newPet('Rex', 1n, 'available'), [field]: value }))),
]);

/** Filters by no field, by each one and by all, that these animals pass. */
export const someFilters: readonly PetFilter[] = F.pipe(
  petsByField.flatMap(([, animals]) => animals.map(filterEntries)),
  RA.chain((entries) => [[], entries, ...entries.map((entry) => [entry])]),
  RA.uniq(eq.contramap(String)(S.Eq)),
  RA.map((entries) => Object.fromEntries(entries)),
);

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

/** API keys in the order of a list. */
export const inOrderOfCreation = (keys: readonly ApiKey[]): readonly ApiKey[] =>
  keys.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
