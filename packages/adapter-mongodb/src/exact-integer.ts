import { type CollectionOptions, Long } from 'mongodb';

/**
 * Options of a collection with int64 values, which makes the driver read them as `Long`.
 *
 * `useBigInt64` of the driver (7.9) would read a bigint, but also in the replies that report a change of the primary. There
 * the monitor of the driver throws an error that cannot be caught, which ends the process.
 */
export const longsAsTheyAre: CollectionOptions = { promoteLongs: false };

// A timestamp is a subclass of Long, but not an integer.
const isLong = (value: unknown): value is Long => value instanceof Long && (value._bsontype as string) === 'Long';

/** Converts an int64 to a bigint. Any other value stays unchanged. */
export const exactInteger = (value: unknown): unknown => {
  if (!isLong(value)) return value;
  // The conversion to a number first is ten times faster, and exact in nearly all cases.
  const number = value.toNumber();
  return Number.isSafeInteger(number) ? BigInt(number) : value.toBigInt();
};
