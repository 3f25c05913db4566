import { assert, property, string, tuple, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test.each<readonly [text: string, value: unknown]>([
  ['-0', 0n],
  ['-9223372036854775808', -9223372036854775808n],
  ['10000000000000000000', 1e19],
  ['1.0', 1],
  ['-1.5E-3', -0.0015],
  ['9'.repeat(100_000), Number.POSITIVE_INFINITY],
  ['"9007199254740993"', '9007199254740993'],
  ['"\\"9007199254740993"', '"9007199254740993'],
  ['["\\\\",9007199254740993]', ['\\', 9007199254740993n]],
  ['{"9007199254740993":9007199254740993}', { '9007199254740993': 9007199254740993n }],
  [' [1,[2,{"a":3,"b":[]}], -4 ]\n', [1n, [2n, { a: 3n, b: [] }], -4n]],
])('$0 is read exactly', (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

test.each(['', '01', '[0,0,0,1-2]', '1.', '.5', '1e', '1n', '[1 2]', '{"a":1 2}', '-'])('%j is refused', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

test('a __proto__ is a field like others', () => {
  const value = parseExactJson('{"__proto__":{"id":9007199254740993}}');
  expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ id: 9007199254740993n });
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('any texts may surround any int64', () => {
  const text = string({ unit: 'binary' });
  assert(
    property(uniqueArray(tuple(text, text), { selector: ([name]) => name }), (entries) => {
      const fields = entries.map(
        ([name, text]) => `${JSON.stringify(name)}:[${JSON.stringify(text)},${2n ** 62n + 1n}]`,
      );
      const value = Object.entries(parseExactJson(`{${fields}}`) as object);
      expect(new Map(value)).toEqual(new Map(entries.map(([name, text]) => [name, [text, 2n ** 62n + 1n]])));
    }),
  );
});
