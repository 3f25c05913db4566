import * as fc from 'fast-check';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { decodeIdempotencyKey } from './idempotency-key-header.ts';

const refusal = E.left({
  path: 'Idempotency-Key',
  message: 'must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes',
});

const quote = (key: string): string => `"${key.replace(/["\\]/g, '\\$&')}"`;

const accepted: readonly (readonly [header: string | undefined, key: string | undefined])[] = [
  [undefined, undefined],
  ["!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"],
  ['a"b\\c', 'a"b\\c'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  ['"\\""', '"'],
  ['k'.repeat(255), 'k'.repeat(255)],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  [quote('"'.repeat(255)), '"'.repeat(255)],
];

const refused: readonly (readonly [string, string | readonly string[]])[] = [
  ['an empty value', ''],
  ['an empty string', '""'],
  ['an open quote', '"abc'],
  ['a quote alone', '"'],
  ['something after the quotes', '"abc"d'],
  ['parameters', '"abc";v=1'],
  ['an escape of nothing special', '"a\\bc"'],
  ['an escaped end', '"abc\\"'],
  ['a quote inside', '"a"b"'],
  ['a space', 'a b'],
  ['a space in quotes', '"a b"'],
  ['a tab', 'a\tb'],
  ['Latin-1', '\u00e9'],
  ['a control character', 'a\u007f'],
  ['256 characters', 'k'.repeat(256)],
  ['256 characters in quotes', `"${'k'.repeat(256)}"`],
  ['two values', 'a, a'],
  ['two values, one of them empty', 'a, '],
  ['two halves of one in quotes', '"a, b"'],
  ['a list that is none of Node.js', ['a', 'a']],
];

it.each(accepted)('reads %s', (header, key) => {
  expect(decodeIdempotencyKey(header)).toEqual(E.right(key));
});

it.each(refused)('refuses %s', (_, header) => {
  expect(decodeIdempotencyKey(header)).toEqual(refusal);
});

it('reads the same key from the same characters, bare or quoted', () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: visible, minLength: 1, maxLength: 255 }), (key) => {
      expect(decodeIdempotencyKey(quote(key))).toEqual(E.right(key));
      if (!key.startsWith('"')) expect(decodeIdempotencyKey(key)).toEqual(E.right(key));
    }),
  );
});
