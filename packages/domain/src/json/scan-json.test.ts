import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanJson } from './scan-json.ts';

const names = ['name', 'categoryId', 'status'];

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
      expect([text, scan.depth, Object.fromEntries(scan.numbers)]).toEqual([text, depth, Object.fromEntries(numbers)]);
    }),
    { numRuns: 2_000 },
  );
});

it('takes no other escape for one of a letter', () => {
  expect(scanJson('{"\\t006eame":1}', ['name']).numbers).toEqual(new Map());
});
