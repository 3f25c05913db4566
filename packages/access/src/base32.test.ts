import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base32 } from './base32.ts';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

// RFC 4648, section 10, in lower case and without padding.
it.each([
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foob', 'mzxw6yq'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
])('of %j is %j', (text, expected) => {
  expect(base32(ascii(text), Math.ceil((text.length * 8) / 5))).toBe(expected);
});

it('is the bits of the bytes, five a character', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 40 }), (bytes) => {
      const length = Math.floor((bytes.length * 8) / 5);
      const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
      const back = Array.from(base32(bytes, length), (character) =>
        'abcdefghijklmnopqrstuvwxyz234567'.indexOf(character).toString(2).padStart(5, '0'),
      ).join('');
      expect(back).toBe(bits.slice(0, length * 5));
    }),
  );
});
