import { known } from '@animal-store/testkit/known';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { CategoryId } from './category-id.ts';
import { Int64, maxInt64, minInt64 } from './int64.ts';
import { PetId } from './pet-id.ts';

const message = 'must be an integer between -9223372036854775808 and 9223372036854775807';

describe.each([
  ['Int64', Int64],
  ['PetId', PetId],
  ['CategoryId', CategoryId],
])('%s', (_, codec) => {
  it.each([0n, -1n, 1n, 2n ** 31n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, maxInt64, minInt64])(
    'takes the bigint %s',
    (value) => {
      expect(codec.decode(value)).toEqual(E.right(value));
      expect(codec.is(value)).toBe(true);
    },
  );

  it.each([
    [0, 0n],
    [-0, 0n],
    [7, 7n],
    [-7, -7n],
    [Number.MAX_SAFE_INTEGER, 9007199254740991n],
    [Number.MIN_SAFE_INTEGER, -9007199254740991n],
  ])('takes the safe integer %s as the bigint %s', (number, value) => {
    expect(codec.decode(number)).toEqual(E.right(value));
  });

  it.each([
    ['2^63', 2n ** 63n],
    ['-2^63 - 1', -(2n ** 63n) - 1n],
    ['2^64', 2n ** 64n],
    ['the number beyond 2^63', 2 ** 63 + 2 ** 11],
    ['the number beyond -2^63', -(2 ** 63) - 2 ** 11],
    ['a fraction', 1.5],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a string of digits', '7'],
    ['an empty string', ''],
    ['null', null],
    ['true', true],
    ['an array', [7n]],
    ['an object', { valueOf: () => 7n }],
    ['a boxed bigint', Object(7n)],
  ])('refuses %s', (_name, value) => {
    expect(violationsOf(codec, value)).toEqual([{ path: '', message }]);
    expect(codec.is(value)).toBe(false);
  });

  it('asks for plain digits instead of what an exact parser of JSON could not keep', () => {
    expect(violationsOf(codec, Number.NaN)).toEqual([{ path: '', message: `${message}, in plain digits` }]);
  });

  it.each([2 ** 53, -(2 ** 53), 2 ** 63, -(2 ** 63)])('refuses the number %s, which may have been rounded', (value) => {
    const rounded = 'must be given as a bigint, because a number beyond ±9007199254740991 may have been rounded';
    expect(violationsOf(codec, value)).toEqual([{ path: '', message: rounded }]);
    expect(codec.is(value)).toBe(false);
  });

  it('is no guard for a number, which has yet to be decoded', () => {
    expect(codec.is(7)).toBe(false);
  });

  it('takes every bigint in the range, and none out of it, unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
        const inRange = value >= -9223372036854775808n && value <= 9223372036854775807n;
        expect(E.toUnion(E.mapLeft(() => 'refused')(codec.decode(value)))).toBe(inRange ? value : 'refused');
      }),
    );
  });
});

describe('the range of int64', () => {
  it('encodes to the bigint', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: minInt64, max: maxInt64 }), (value) => {
        expect(Int64.encode(known(Int64)(value))).toBe(value);
        expect(PetId.encode(known(PetId)(value))).toBe(value);
        expect(CategoryId.encode(known(CategoryId)(value))).toBe(value);
      }),
    );
  });

  it('keeps ids of animals and of categories apart', () => {
    expectTypeOf<PetId>().not.toExtend<CategoryId>();
    expectTypeOf<CategoryId>().not.toExtend<PetId>();
    expectTypeOf<bigint>().not.toExtend<PetId>();
  });
});
