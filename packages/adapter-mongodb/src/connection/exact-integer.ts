import { type CollectionOptions, Long } from 'mongodb';

/**
 * Options of a collection with int64 values, which makes the driver read them as `Long`.
 *
 * Not `useBigInt64`: with it, driver 7.9.0 throws an uncaught error in its monitor when a reply reports a change of primary,
 * which ends the process. We know of no issue; it can be used once a failover with it does not end the process.
 */
export const unpromotedLongs: CollectionOptions = { promoteLongs: false };

// A timestamp is a subclass of Long, but not an integer.
const isLong = (value: unknown): value is Long => value instanceof Long && (value._bsontype as string) === 'Long';

/** Converts an int64 to a bigint. Any other value stays unchanged. */
export const exactInteger = (value: unknown): unknown => {
  if (!isLong(value)) return value;
  // The conversion to a number first is ten times faster, and exact in nearly all cases.
  const number = value.toNumber();
  return Number.isSafeInteger(number) ? BigInt(number) : value.toBigInt();
};
