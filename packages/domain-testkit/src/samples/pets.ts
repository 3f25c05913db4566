import {
  type Idempotency,
  IdempotencyKey,
  IdempotencyScope,
  maxInt64,
  minInt64,
  NewPet,
  PetId,
  type PetStatus,
} from '@animal-store/domain';
import { readonlyRecord as RR } from 'fp-ts';
import { known } from '../known.ts';

export const petId: (id: bigint) => PetId = known(PetId);

/** An animal without an id; frozen, so that no adapter under test can change it for the next law. */
export const newPet = (name: string, categoryId = 1n, status?: PetStatus): NewPet =>
  Object.freeze(known(NewPet)({ name, categoryId, ...(status === undefined ? {} : { status }) }));

/**
 * Values of each field of an animal, of which no two neighbours are equal; `undefined` is an absent field. The compiler requires all
 * fields. Everything else here and the arbitraries follow from them.
 */
export const petFieldValues: Readonly<Record<keyof NewPet, readonly unknown[]>> = {
  name: ['Rex', 'Pip', 'rex', 'Rex', 'Rex ', 'Rex', 'Rex\0', '', '\0', '\u00e9', 'e\u0301'],
  categoryId: [1n, 2n, -1n, 1n, 1n + 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, minInt64, maxInt64],
  status: ['available', 'sold', undefined, 'pending', undefined, 'available'],
};

const withFields = (nth: number, fields: object = {}): NewPet =>
  Object.freeze(known(NewPet)({ ...RR.map((values: readonly unknown[]) => values[nth])(petFieldValues), ...fields }));

/** Two animals that have every field, and no value in common. */
export const onePet: NewPet = withFields(0);
export const otherPet: NewPet = withFields(1);

/** For each field animals that differ in that field alone, each from the one before. */
export const petsByField: readonly (readonly [field: string, animals: readonly NewPet[]])[] = Object.entries(
  petFieldValues,
).map(([field, values]) => [field, values.map((value) => withFields(0, { [field]: value }))]);

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
