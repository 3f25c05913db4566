import * as fc from 'fast-check';
import { either as E, function as F, option as O } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { Int64, maxInt64, minInt64 } from '../int64.ts';
import { parseExactJson } from './exact-json.ts';
import { scanJson } from './scan-json.ts';

/** The int64 that the domain reads from a field with this JSON text, or none. */
const int64In = (text: string): O.Option<bigint> =>
  F.pipe(
    parseExactJson(`{"categoryId":${text}}`, ['categoryId']),
    E.getOrElseW((reason) => {
      throw new Error(`${text} ${reason}`);
    }),
    (body) => Int64.decode((body as { readonly categoryId: unknown }).categoryId),
    O.fromEither,
  );

const names = ['name', 'categoryId', 'status'];

/** JSON text, and how deep it is nested. */
interface Json {
  readonly text: string;
  readonly depth: number;
}

const space = fc.constantFrom('', '', '', ' ', '\n\t\r ');

/** A name in one of the ways to write it: each letter as it is or as an escape. */
const written = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...name].map((letter) => {
        const hex = letter.charCodeAt(0).toString(16).padStart(4, '0');
        return fc.constantFrom(letter, letter, letter, `\\u${hex}`, `\\u${hex.toUpperCase()}`);
      }),
    )
    .map((letters) => `"${letters.join('')}"`);

// No other name has an escape: V8 13.6 confuses it with an earlier name, so the reviver would not be a reliable oracle.
const fieldName = fc.oneof(
  fc.constantFrom(...names).chain(written),
  fc.constantFrom('""', '"nam"', '"namea"', '"Name"', '"{"', '"[:"', '"__proto__"'),
);
const leaf = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('-0', '1.0', '1E+2', '9007199254740993', '-9223372036854775808', '1e400', '0.10', 'null', 'true'),
    fc.constantFrom(...'"\\"" "\\\\" "\\\\\\",{\\"name\\":1" "[{" "]}" "é" "\u{1f431}" ",1}" "-1"'.split(' ')),
    fc.string().map((text) => JSON.stringify(text)),
  )
  .map((text): Json => ({ text, depth: 0 }));

const { json, object } = fc.letrec<{ json: Json; object: Json }>((tie) => {
  const nest = (open: string, close: string, items: readonly Json[]): Json => ({
    text: open + items.map(({ text }) => text).join(',') + close,
    depth: 1 + Math.max(0, ...items.map(({ depth }) => depth)),
  });
  const member = fc
    .tuple(fieldName, tie('json'), space, space, space, space)
    .map(([name, { text, depth }, a, b, c, d]) => ({ text: `${a}${name}${b}:${c}${text}${d}`, depth }));
  return {
    object: fc.array(member, { maxLength: 6 }).map((members) => nest('{', '}', members)),
    json: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('json'), { maxLength: 4 }).map((items) => nest('[', ']', items)),
      tie('object'),
    ),
  };
});

/** Parses JSON with the source text of each number in its place. */
const withSources = (text: string): unknown =>
  JSON.parse(text, (_key, value, context?: { readonly source?: string }) =>
    typeof value === 'number' ? { source: context?.source } : value,
  );

describe('parseExactJson, for any input', () => {
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

  it('finds the numbers that the reviver of JSON.parse finds, as they are written', () => {
    const body = fc.tuple(space, fc.oneof({ weight: 9, arbitrary: object }, json), space);
    fc.assert(
      fc.property(body, ([before, { text: inner, depth }, after]) => {
        const text = before + inner + after;
        const root = withSources(text);
        const numbers = names
          .filter((name) => typeof root === 'object' && root !== null && Object.hasOwn(root, name))
          .map((name) => [name, (root as Readonly<Record<string, { readonly source?: string } | null>>)[name]?.source])
          .filter(([, source]) => source !== undefined);
        const scan = scanJson(text, names);
        expect([text, scan.depth, Object.fromEntries(scan.numbers)]).toEqual([
          text,
          depth,
          Object.fromEntries(numbers),
        ]);
      }),
      { numRuns: 2_000 },
    );
  });
});
