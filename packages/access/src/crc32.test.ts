import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

it('is the one of zlib for any ASCII text', () => {
  const characters = fc.nat({ max: 0x7f }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 200 }), (text) => {
      expect(Number.parseInt(crc32(text), 16)).toBe(zlibCrc32(text));
      expect(crc32(text)).toMatch(/^[0-9a-f]{8}$/);
    }),
  );
});
