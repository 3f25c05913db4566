import { describe, expect, test } from 'vitest';
import { int64Digits, isInt64 } from './int64.ts';

const max = 2n ** 63n - 1n;
const min = -(2n ** 63n);

test.each([[0n], [-1n], [max], [min]])('isInt64 accepts %s', (value) => {
  expect(isInt64(value)).toBe(true);
});

test.each([[max + 1n], [min - 1n], [1], ['1'], [null]])('isInt64 refuses %s', (value) => {
  expect(isInt64(value)).toBe(false);
});

describe('int64Digits', () => {
  test.each([
    [-0, '0'],
    [-7, '-7'],
    [9007199254740991, '9007199254740991'],
    [max, '9223372036854775807'],
  ])('of %s', (value, digits) => {
    expect(int64Digits('id', value)).toBe(digits);
  });

  test.each([[2 ** 53], [1.5], [Number.NaN], [max + 1n], ['5' as unknown as bigint]])('refuses %s', (value) => {
    expect(() => int64Digits('id', value)).toThrow(RangeError);
  });
});
