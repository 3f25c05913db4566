import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { CategoryId } from './category-id.ts';
import { Int64, maxInt64, minInt64 } from './int64.ts';
import { PetId } from './pet-id.ts';

const message = 'must be an integer between -9223372036854775808 and 9223372036854775807';

describe.each([[PetId], [CategoryId]])('$name', (codec) => {
  it('is an Int64', () => {
    expect(codec.decode(7)).toEqual(E.right(7n));
    expect([codec.is(7n), codec.is(2n ** 63n)]).toEqual([true, false]);
    expect(violationsOf(codec, 2n ** 63n)).toEqual([{ path: '', message }]);
  });
});

it('ids of animals and of categories are types of their own', () => {
  expectTypeOf<PetId>().not.toExtend<CategoryId>();
  expectTypeOf<CategoryId>().not.toExtend<PetId>();
  expectTypeOf<bigint>().not.toExtend<PetId>();
});

describe('Int64', () => {
  it.each([
    [-0, 0n],
    [-7, -7n],
    [Number.MAX_SAFE_INTEGER, 9007199254740991n],
    [Number.MIN_SAFE_INTEGER, -9007199254740991n],
    [maxInt64, 9223372036854775807n],
    [minInt64, -9223372036854775808n],
  ])('decodes %s as the bigint %s', (given, value) => {
    expect(Int64.decode(given)).toEqual(E.right(value));
  });

  it.each([
    ['2^63', 2n ** 63n],
    ['-2^63 - 1', -(2n ** 63n) - 1n],
    ['the number beyond 2^63', 2 ** 63 + 2 ** 11],
    ['the number beyond -2^63', -(2 ** 63) - 2 ** 11],
    ['a fraction', 1.5],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['null', null],
    ['a boxed bigint', Object(7n)],
  ])('refuses %s', (_name, value) => {
    expect(violationsOf(Int64, value)).toEqual([{ path: '', message }]);
    expect(Int64.is(value)).toBe(false);
  });

  it('says of a string of digits that it is no number', () => {
    expect(violationsOf(Int64, '7')).toEqual([{ path: '', message: `${message}, a JSON number and not a string` }]);
  });

  it('asks for plain digits instead of what an exact parser of JSON could not keep', () => {
    expect(violationsOf(Int64, Number.NaN)).toEqual([{ path: '', message: `${message}, in plain digits` }]);
  });

  it.each([2 ** 53, -(2 ** 53), 2 ** 63, -(2 ** 63)])('refuses the number %s, which may have been rounded', (value) => {
    const rounded = 'must be given as a bigint, because a number beyond ±9007199254740991 may have been rounded';
    expect(violationsOf(Int64, value)).toEqual([{ path: '', message: rounded }]);
  });

  it('is no guard for a number, which has yet to be decoded', () => {
    expect(Int64.is(7)).toBe(false);
  });

  it('decodes and encodes every bigint in the range, and none out of it, unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
        const inRange = value >= -9223372036854775808n && value <= 9223372036854775807n;
        expect(E.map(Int64.encode)(Int64.decode(value))).toEqual(inRange ? E.right(value) : E.left(expect.anything()));
      }),
    );
  });
});
