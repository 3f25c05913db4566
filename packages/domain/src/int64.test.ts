import fc from 'fast-check';
import { either as E, option as O } from 'fp-ts';
import { expect, expectTypeOf, it } from 'vitest';
import { CategoryId, Int64, maxInt64, minInt64, PetId, parsePetId } from './int64.ts';
import { toViolations } from './violation.ts';

const range = 'must be an integer between -9223372036854775808 and 9223372036854775807';
const rounded = 'must be given as a bigint, because a number beyond ±9007199254740991 may have been rounded';

it.each([
  [-0, 0n],
  [-7, -7n],
  [Number.MAX_SAFE_INTEGER, 9007199254740991n],
  [Number.MIN_SAFE_INTEGER, -9007199254740991n],
  [maxInt64, 9223372036854775807n],
  [minInt64, -9223372036854775808n],
])('Int64 decodes %s as the bigint %s', (given, value) => {
  expect(Int64.decode(given)).toEqual(E.right(value));
});

it.each<readonly [what: string, message: string, values: readonly unknown[]]>([
  ['integers out of range', range, [2n ** 63n, -(2n ** 63n) - 1n, 2 ** 63 + 2 ** 11, -(2 ** 63) - 2 ** 11]],
  ['other values', range, [1.5, Number.POSITIVE_INFINITY, null, Object(7n)]],
  ['a string of digits', `${range}, a JSON number and not a string`, ['7']],
  ['what an exact parser of JSON could not keep', `${range}, in plain digits`, [Number.NaN]],
  ['numbers that may have been rounded', rounded, [2 ** 53, -(2 ** 53), 2 ** 63, -(2 ** 63)]],
])('Int64 refuses %s', (_, message, values) => {
  const refused = E.left([{ path: '', message }]);
  expect(values.map((value) => E.mapLeft(toViolations)(Int64.decode(value)))).toEqual(values.map(() => refused));
  expect(values.filter(Int64.is)).toEqual([]);
});

it('Int64 decodes and encodes every bigint in the range, and none out of it, unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
      const inRange = value >= -9223372036854775808n && value <= 9223372036854775807n;
      expect(E.map(Int64.encode)(Int64.decode(value))).toEqual(inRange ? E.right(value) : E.left(expect.anything()));
    }),
  );
});

it('ids of animals and of categories are each an Int64, and types of their own', () => {
  for (const codec of [PetId, CategoryId]) {
    expect([codec.decode(7), codec.decode(2n ** 63n)]).toEqual([E.right(7n), E.left(expect.anything())]);
    expect([codec.is(7n), codec.is(7), codec.is(2n ** 63n)]).toEqual([true, false, false]);
  }
  expectTypeOf<PetId>().not.toExtend<CategoryId>();
  expectTypeOf<CategoryId>().not.toExtend<PetId>();
  expectTypeOf<bigint>().not.toExtend<PetId>();
});

it.each<readonly [text: string, id: bigint | undefined]>([
  ['0', 0n],
  ['-7', -7n],
  ['9223372036854775807', maxInt64],
  ['-9223372036854775808', minInt64],
  ['9223372036854775808', undefined],
  ['-9223372036854775809', undefined],
  ['1'.repeat(10_000), undefined],
  ...['', '-', '-0', '+7', '007', ' 7', '7 ', '7\n', '7.0', '7e1', '0x7', '7n', '%37', '٧'].map(
    (text): readonly [string, undefined] => [text, undefined],
  ),
])('parsePetId reads %j', (text, id) => {
  expect(O.toUndefined(parsePetId(text))).toBe(id);
});
