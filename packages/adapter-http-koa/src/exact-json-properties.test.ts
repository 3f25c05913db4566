import { Int64, maxInt64, minInt64 } from '@animal-store/domain';
import * as fc from 'fast-check';
import { either as E, function as F, option as O } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-json.ts';

const read = (text: string): E.Either<string, unknown> => parseExactJson(Buffer.from(text));

/** The int64 that the domain makes of a JSON text, or none. */
const int64In = (text: string): O.Option<bigint> =>
  F.pipe(
    read(text),
    E.getOrElseW((reason) => {
      throw new Error(`${text} ${reason}`);
    }),
    Int64.decode,
    O.fromEither,
  );

/** The value with every bigint as a number, to compare it with what JSON.parse makes of small integers. */
const asNumbers = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asNumbers(field)]));
};

describe('parseExactJson, for any input', () => {
  it('reads every int64 exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: minInt64, max: maxInt64 }), (value) => {
        expect(int64In(String(value))).toEqual(O.some(value));
      }),
    );
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

  it('agrees with JSON.parse on whatever has only integers of up to 15 digits', () => {
    // No backslash: V8 13.6 takes a name with an escape for one with a backslash that it has met before.
    const name = fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('\\')),
      fc.constantFrom('1e5', '12345678901234567', '[', ']', '"', '"["'),
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.constantFrom(null, true, false),
        name,
        fc.array(tie('json')),
        fc.dictionary(name, tie('json')),
      ),
    }));
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(E.map(asNumbers)(read(text))).toEqual(E.right(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });
});
