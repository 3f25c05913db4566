import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base32 } from './base32.ts';

// RFC 4648, section 6.
it('is the bits of the bytes, five a character, and zeros at the end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const length = Math.ceil((bytes.length * 8) / 5);
      const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
      const back = Array.from(base32(bytes, length), (character) =>
        'abcdefghijklmnopqrstuvwxyz234567'.indexOf(character).toString(2).padStart(5, '0'),
      ).join('');
      expect(back).toBe(bits.padEnd(length * 5, '0'));
    }),
  );
});
