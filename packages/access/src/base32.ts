const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first `length` characters of the bytes in base32 (RFC 4648, section 6), in lower case and without padding. */
export const base32 = (bytes: Uint8Array, length: number): string =>
  Array.from({ length }, (_, index) => {
    const bit = index * 5;
    const pair = ((bytes[bit >>> 3] ?? 0) << 8) | (bytes[(bit >>> 3) + 1] ?? 0);
    return alphabet.charAt((pair >>> (11 - (bit & 7))) & 31);
  }).join('');
