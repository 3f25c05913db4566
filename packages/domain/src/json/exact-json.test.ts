import fc from 'fast-check';
import { either as E, option as O } from 'fp-ts';
import { expect, it } from 'vitest';
import { Int64, maxInt64, minInt64 } from '../int64.ts';
import { parseExactJson } from './exact-json.ts';

const read = (text: string, ...names: readonly string[]): E.Either<string, unknown> => parseExactJson(text, names);

/** The int64 that the domain reads from a field with this JSON text, or none. */
const int64In = (text: string): O.Option<bigint> => {
  const body = read(`{"a":${text}}`, 'a');
  if (E.isLeft(body)) throw new Error(`${text.slice(0, 50)} ${body.left}`);
  return O.fromEither(Int64.decode((body.right as { readonly a: unknown }).a));
};

const nested = (depth: number, inside = ''): string => '['.repeat(depth) + inside + ']'.repeat(depth);

it.each<readonly [string, bigint | undefined]>([
  ['-0', 0n],
  ['0e99999999999', 0n],
  ['-1.50e1', -15n],
  ['9007199254740991000e-3', 9_007_199_254_740_991n],
  ['9007199254740993', 9_007_199_254_740_993n],
  ...'0.9999999999999999999 9007199254740990.5 9007199254740992.0 5e-324 -1E400'
    .split(' ')
    .map((text) => [text, undefined] as const),
])('reads from %s the int64 %s', (text, value) => {
  expect(int64In(text)).toEqual(O.fromNullable(value));
});

it('judges a number in any notation as exact arithmetic does', () => {
  const notation = fc.record({
    sign: fc.constantFrom('', '-'),
    mantissa: fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
    ),
    zeros: fc.nat({ max: 12 }),
    places: fc.nat({ max: 30 }),
    exponent: fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
    letter: fc.constantFrom('e', 'E', 'e+'),
  });
  fc.assert(
    fc.property(notation, ({ sign, mantissa, zeros, places, exponent, letter }) => {
      const digits = String(mantissa * 10n ** BigInt(zeros)).padStart(places + 1, '0');
      const whole = digits.slice(0, digits.length - places);
      const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
      const power = exponent === undefined ? '' : (exponent < 0 ? letter[0] : letter) + String(exponent);
      const text = sign + whole + fraction + power;

      // The value is ±digits · 10^shift.
      const shift = (exponent ?? 0) - places;
      const magnitude = shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : BigInt(digits) / 10n ** BigInt(-shift);
      const isInteger = shift >= 0 || magnitude * 10n ** BigInt(-shift) === BigInt(digits);
      const value = sign === '-' ? -magnitude : magnitude;
      const isPlain = fraction === '' && power === '';
      const isExact = isPlain ? value >= minInt64 && value <= maxInt64 : magnitude < 2n ** 53n;
      expect([text, int64In(text)]).toEqual([text, isInteger && isExact ? O.some(value) : O.none]);
    }),
    { numRuns: 2_000 },
  );
});

it('reads plain digits as a bigint, and never an infinity or a fraction', () => {
  expect(read('{"a":7,"b":1.0,"c":1.5,"d":1e400}', 'a', 'b', 'c', 'd')).toEqual(
    E.right({ a: 7n, b: 1, c: Number.NaN, d: Number.NaN }),
  );
  expect(read('{"a":12345678901234567890,"b":123456789012345678901}', 'a', 'b')).toEqual(
    E.right({ a: 12_345_678_901_234_567_890n, b: Number.NaN }),
  );
});

it.each(['null', '7', '"a"', '[{"a":1}]'])('reads %s like JSON.parse', (text) => {
  expect(read(text, 'a')).toEqual(E.right(JSON.parse(text)));
});

it('keeps the named fields of the outermost object, and no others', () => {
  const text = '{"x":1,"a":["9007199254740993",{"a":1.5}],"b":null,"":{"c":1},"c":"1e2"}';
  expect(read(text, 'a', 'b', 'c', 'd')).toStrictEqual(
    E.right({ a: ['9007199254740993', { a: 1.5 }], b: null, c: '1e2' }),
  );
});

it.each([
  ['a name that is written with escapes', '{"\\u0061\\u0062":9007199254740993}', { ab: 9_007_199_254_740_993n }],
  ['the last of two numbers', '{"ab":1,"x":2,"ab":3}', { ab: 3n }],
  ['a number after another value', '{"ab":[1],"ab":3}', { ab: 3n }],
  ['another value after a number', '{"ab":1,"ab":"3"}', { ab: '3' }],
  ['no number of an inner object', '{"x":{"ab":1},"ab":{"ab":9007199254740993}}', { ab: { ab: 2 ** 53 } }],
  ['no number beside brackets in a text', '{"x":"{\\"ab\\":1","ab":null}', { ab: null }],
])('reads %s: %s', (_, text, fields) => {
  expect(read(text, 'ab')).toStrictEqual(E.right(fields));
});

it('reads no field from the prototype or from a field that is called __proto__', () => {
  expect(read('{"__proto__":{"a":9007199254740993}}', 'a', 'toString')).toStrictEqual(E.right({}));
});

it('refuses nothing, and what is no JSON', () => {
  expect(read('')).toEqual(E.left('is required'));
  const broken = [' \n', '\ufeff{}', '007', '+7', '1.', 'NaN', '1 2', '['.repeat(33)];
  expect(broken.map((text) => read(text))).toEqual(broken.map(() => E.left('must be well-formed JSON')));
});

it('reads 32 levels and refuses 33, whatever is inside', () => {
  const tooDeep = E.left('must not be nested deeper than 32 levels');
  for (const inside of ['', '1', '9007199254740993', '1.5']) {
    expect(E.isRight(read(nested(32, inside)))).toBe(true);
    expect(read(nested(33, inside))).toEqual(tooDeep);
  }
  expect(E.isRight(read(nested(31, '[],[],{}')))).toBe(true);
  expect(read(nested(31, '[],[[]]'))).toEqual(tooDeep);
  expect(read(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toEqual(tooDeep);
  expect(read(nested(32_000))).toEqual(tooDeep);
});

it('handles any number of digits', () => {
  const many = 60_000;
  const nines = '9'.repeat(many);
  const zeros = '0'.repeat(many);
  for (const text of [nines, `-${nines}`, `0.${nines}`, `1e${nines}`, `1e-${nines}`, `1${zeros}`, `0.${zeros}1`]) {
    expect(int64In(text)).toEqual(O.none);
  }
  for (const text of [`0.${zeros}`, `0e${nines}`, `-0.${zeros}e-${nines}`]) expect(int64In(text)).toEqual(O.some(0n));
  expect(int64In(`1${zeros}1e-${many}`)).toEqual(O.none);
  for (const text of [`1.${zeros}`, `1${zeros}e-${many}`, `0.${zeros}1e${many + 1}`]) {
    expect(int64In(text)).toEqual(O.some(1n));
  }
});
