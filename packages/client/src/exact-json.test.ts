import { assert, property, string, tuple, uniqueArray } from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseExactJson } from './exact-json.ts';

const originalParse = JSON.parse;

afterEach(() => void vi.restoreAllMocks());

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** An engine that has lost the source text of some numbers, or passes no context. */
const withoutSource = (isLost: (source: string) => boolean, rest?: object): void => {
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver?: Reviver) =>
    originalParse(
      text,
      reviver &&
        ((key: string, value: unknown, context?: { readonly source?: string }) =>
          reviver(key, value, isLost(context?.source ?? '') ? rest : context)),
    ),
  );
};

const engines: readonly (readonly [name: string, prepare: () => void])[] = [
  ['an engine with source text', () => undefined],
  ['an engine without', () => withoutSource(() => true)],
  ['an engine that loses some', () => withoutSource((source) => source.length > 16, {})],
];

const documents: readonly (readonly [text: string, value: unknown])[] = [
  ['-0', 0n],
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['10000000000000000000', 1e19],
  ['1.0', 1],
  ['-1.5E-3', -0.0015],
  ['"9007199254740993"', '9007199254740993'],
  ['"\\"9007199254740993"', '"9007199254740993'],
  ['"\\\\",9007199254740993'.replace(/^/, '[').concat(']'), ['\\', 9007199254740993n]],
  ['["\u2028 9007199254740993", 9007199254740993]', ['\u2028 9007199254740993', 9007199254740993n]],
  ['{"9007199254740993":9007199254740993}', { '9007199254740993': 9007199254740993n }],
  ['[1,[2,{"a":3,"b":[]}],-4]', [1n, [2n, { a: 3n, b: [] }], -4n]],
  [' [ 1 , 9007199254740993 ]\n', [1n, 9007199254740993n]],
  ['{"a\\u0062":9007199254740993}', { ab: 9007199254740993n }],
];

const malformed = ['', '01', '1.', '.5', '1e', '1n', '[1 2]', '{"a":1 2}', '-'];

describe.each(engines)('in %s', (_, prepare) => {
  test.each(documents)('%s is read exactly', (text, value) => {
    prepare();
    expect(parseExactJson(text)).toEqual(value);
  });

  test.each(malformed)('%j is refused', (text) => {
    prepare();
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  test('a __proto__ is a field like others', () => {
    prepare();
    const value = parseExactJson('{"__proto__":{"id":9007199254740993}}');
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ id: 9007199254740993n });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('a hundred thousand digits are not worth their time', () => {
    prepare();
    expect(parseExactJson('9'.repeat(100_000))).toBe(Number.POSITIVE_INFINITY);
  });

  test('any texts may surround any int64', () => {
    prepare();
    const fields = uniqueArray(tuple(string({ unit: 'binary' }), string({ unit: 'binary' })), {
      selector: ([name]) => name,
    });
    assert(
      property(fields, (entries) => {
        const texts = entries.map(
          ([name, text]) => `${JSON.stringify(name)}:[${JSON.stringify(text)},${2n ** 62n + 1n}]`,
        );
        const value = Object.entries(parseExactJson(`{${texts.join()}}`) as object);
        expect(new Map(value)).toEqual(new Map(entries.map(([name, text]) => [name, [text, 2n ** 62n + 1n]])));
      }),
    );
  });
});
