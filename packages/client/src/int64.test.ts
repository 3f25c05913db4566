import { describe, expect, test } from 'vitest';
import { int64Digits, isInt64 } from './int64.ts';

const max = 2n ** 63n - 1n;
const min = -(2n ** 63n);

describe('isInt64', () => {
  test.each([[0n], [1n], [-1n], [max], [min]])('%s is one', (value) => {
    expect(isInt64(value)).toBe(true);
  });

  test.each([[max + 1n], [min - 1n], [2n ** 64n], [1], ['1'], [null], [undefined]])('%s is none', (value) => {
    expect(isInt64(value)).toBe(false);
  });
});

describe('int64Digits', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [-7, '-7'],
    [9007199254740991, '9007199254740991'],
    [9007199254740993n, '9007199254740993'],
    [max, '9223372036854775807'],
    [min, '-9223372036854775808'],
  ])('of %s', (value, digits) => {
    expect(int64Digits('id', value)).toBe(digits);
  });

  test.each([
    [2 ** 53],
    [-(2 ** 53)],
    [1.5],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [max + 1n],
    [min - 1n],
    ['5' as unknown as bigint],
    [undefined as unknown as bigint],
  ])('there are none of %s', (value) => {
    expect(() => int64Digits('categoryId', value)).toThrow(
      new RangeError('categoryId must be an int64: a bigint, or a number that is a safe integer'),
    );
  });
});
