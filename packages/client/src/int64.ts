/** Whether a value is a signed 64-bit integer, −2^63 … 2^63 − 1. */
export const isInt64 = (value: unknown): value is bigint =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

/**
 * The decimal digits of a signed 64-bit integer. Throws a `RangeError` for any other value, and for a `number` beyond
 * 2^53 − 1, which may have been rounded already.
 */
export const int64Digits = (name: string, value: bigint | number): string => {
  const exact = Number.isSafeInteger(value) ? BigInt(value) : value;
  if (!isInt64(exact)) throw new RangeError(`${name} must be an int64: a bigint, or a number that is a safe integer`);
  return String(exact);
};
