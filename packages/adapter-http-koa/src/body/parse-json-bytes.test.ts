import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { parseJsonBytes } from './parse-json-bytes.ts';

it('reads UTF-8', () => {
  expect(parseJsonBytes(Buffer.from('{"name":"é猫🐈"}'), ['name'])).toEqual(E.right({ name: 'é猫🐈' }));
});

it.each([
  ['a lone continuation byte', [0x22, 0x80, 0x22]],
  ['a cut sequence', [0x22, 0xe2, 0x82, 0x22]],
  ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
  ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['a code point beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ['Latin-1', [...Buffer.from('"é"', 'latin1')]],
])('refuses bytes that are not UTF-8: %s', (_, bytes) => {
  expect(parseJsonBytes(Buffer.from(bytes), [])).toEqual(E.left('must be encoded in UTF-8'));
});
