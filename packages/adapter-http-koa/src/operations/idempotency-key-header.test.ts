import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createOpenApiDocument } from '../openapi-document.ts';
import { decodeIdempotencyKey } from './idempotency-key-header.ts';

const refusal = E.left({
  path: 'Idempotency-Key',
  message: 'must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes',
});

const { IdempotencyKey } = createOpenApiDocument({ base: '/v1' }).components.parameters;
const documented = new RegExp(Object(IdempotencyKey).schema.pattern);

const quote = (key: string): string => `"${key.replace(/["\\]/g, '\\$&')}"`;

// All visible ASCII characters.
const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index));

const accepted: readonly (readonly [header: string | undefined, key: string | undefined])[] = [
  [undefined, undefined],
  [`a${visible}`, `a${visible}`],
  [quote(visible), visible],
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
  if (header !== undefined) expect(header).toMatch(documented);
});

it.each(refused)('refuses %s', (_, header) => {
  expect(decodeIdempotencyKey(header)).toEqual(refusal);
  if (typeof header === 'string') expect(header).not.toMatch(documented);
});
