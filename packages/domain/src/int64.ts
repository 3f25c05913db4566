import { either as E } from 'fp-ts';
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

/**
 * Decodes a `bigint` in range, or a `number` that is a safe integer: any other number may have been rounded
 * on its way here, so it is refused rather than guessed at.
 */
export const Int64: t.Type<Int64, bigint, unknown> = new t.Type(
  'Int64',
  isInt64,
  (input, context) => {
    const value = typeof input === 'number' && Number.isSafeInteger(input) ? BigInt(input) : input;
    return isInt64(value)
      ? E.right(value)
      : t.failure(input, context, `must be an integer between ${minInt64} and ${maxInt64}`);
  },
  (value) => value,
);
