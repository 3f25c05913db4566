import { Double, Int32, Long, Timestamp } from 'mongodb';
import { expect, it } from 'vitest';
import { exactInteger } from './exact-integer.ts';

it.each([
  0n,
  1n,
  -1n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n),
  -(2n ** 53n) - 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
])('the int64 %s is that bigint', (value) => {
  expect(exactInteger(Long.fromBigInt(value))).toBe(value);
});

it.each([5, 5.5, '5', null, undefined, 5n, new Timestamp(5n), new Double(5), new Int32(5)])('%s stays %s', (value) => {
  expect(exactInteger(value)).toBe(value);
});
