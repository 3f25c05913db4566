import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

describe('crc32', () => {
  it.each([
    ['', '00000000'],
    ['a', 'e8b7be43'],
    ['123456789', 'cbf43926'],
    ['The quick brown fox jumps over the lazy dog', '414fa339'],
  ])('of %j is %s', (text, expected) => {
    expect(crc32(text)).toBe(expected);
  });

  it('keeps leading zeros', () => {
    const text = Array.from({ length: 1000 }, (_, n) => `${n}`).find((n) => zlibCrc32(n) < 0x10000000) ?? '';
    expect(crc32(text)).toBe(zlibCrc32(text).toString(16).padStart(8, '0'));
    expect(crc32(text)).toMatch(/^0/);
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
});
