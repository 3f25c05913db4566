import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

// The last one begins with a zero.
it.each([
  ['123456789', 'cbf43926'],
  ['33', '0a6216d9'],
])('of %j is %s', (text, expected) => {
  expect(crc32(text)).toBe(expected);
});

it('is the one of zlib for any ASCII text', () => {
  const characters = fc.nat({ max: 0x7f }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 200 }), (text) => {
      expect(Number.parseInt(crc32(text), 16)).toBe(zlibCrc32(text));
      expect(crc32(text)).toMatch(/^[0-9a-f]{8}$/);
    }),
  );
});
