import { either as E, option as O } from 'fp-ts';
import * as t from 'io-ts';

/** The smallest signed 64-bit integer, −2^63. */
export const minInt64: bigint = -(2n ** 63n);

/** The largest signed 64-bit integer, 2^63 − 1. */
export const maxInt64: bigint = 2n ** 63n - 1n;

interface Int64Brand {
  readonly Int64: unique symbol;
}

/** A signed 64-bit integer, −2^63 … 2^63 − 1 (`format: int64` of the interface specification, section 2). */
export type Int64 = t.Branded<bigint, Int64Brand>;

const isInt64 = (value: unknown): value is Int64 => typeof value === 'bigint' && value >= minInt64 && value <= maxInt64;

// A double of this size stands for several integers, and at least one of them is in range.
const mayBeRoundedInt64 = (value: unknown): boolean =>
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  (value as number) >= -(2 ** 63) &&
  (value as number) <= 2 ** 63;

const wanted = `an integer between ${minInt64} and ${maxInt64}`;

// The value of a JSON number that is a fraction, or an integer in a notation that may have been rounded, is NaN.
const ruleFor = (value: unknown): string => {
  if (typeof value === 'string') return `must be ${wanted}, a JSON number and not a string`;
  return mayBeRoundedInt64(value)
    ? `must be given as a bigint, because a number beyond ±${Number.MAX_SAFE_INTEGER} may have been rounded`
    : `must be ${wanted}${Number.isNaN(value) ? ', in plain digits' : ''}`;
};

/**
 * Decodes a `bigint` in range, or a `number` that is a safe integer. It rejects any other number, because `JSON.parse`,
 * for example, may have rounded it.
 */
export const Int64: t.Type<Int64, bigint, unknown> = new t.Type(
  'Int64',
  isInt64,
  (input, context) => {
    const value = Number.isSafeInteger(input) ? BigInt(input as number) : input;
    return isInt64(value) ? E.right(value) : t.failure(input, context, ruleFor(value));
  },
  t.identity,
);

interface PetIdBrand {
  readonly PetId: unique symbol;
}

/** Identifies an animal; assigned by the repository when the animal is added, in ascending order from 1. */
export type PetId = t.Branded<Int64, PetIdBrand>;

/** Decodes a `PetId` as `Int64` does. */
export const PetId: t.Type<PetId, bigint, unknown> = t.brand(Int64, (_): _ is PetId => true, 'PetId');

/**
 * Reads the text of an id, as in the path of a URL. Only the canonical decimal form is an id: `007`, `+7` and `7.0` are
 * not.
 */
export const parsePetId = (text: string): O.Option<PetId> =>
  /^(?:0|-?[1-9][0-9]{0,18})$/.test(text) ? O.fromPredicate(PetId.is)(BigInt(text)) : O.none;

interface CategoryIdBrand {
  readonly CategoryId: unique symbol;
}

/** Identifies the category an animal belongs to. Categories themselves are not part of the store. */
export type CategoryId = t.Branded<Int64, CategoryIdBrand>;

/** Decodes a `CategoryId` as `Int64` does. */
export const CategoryId: t.Type<CategoryId, bigint, unknown> = t.brand(
  Int64,
  (_): _ is CategoryId => true,
  'CategoryId',
);
