import { function as F, io as IO } from 'fp-ts';
import type { ApiKeyToken } from './api-key.ts';
import { crc32 } from './crc32.ts';
import type { KeyMaterial } from './ports.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first `length` characters of the bytes in base32 (RFC 4648, section 6), in lower case and without padding. */
const base32 = (bytes: Uint8Array, length: number): string =>
  Array.from({ length }, (_, index) => {
    const bit = index * 5;
    const pair = ((bytes[bit >>> 3] ?? 0) << 8) | (bytes[(bit >>> 3) + 1] ?? 0);
    return alphabet.charAt((pair >>> (11 - (bit & 7))) & 31);
  }).join('');

/** Creates a new token of 300 random bits: 40 of the id, and 260 of the secret, which takes 33 bytes. */
export const newApiKeyToken = ({ randomBytes }: KeyMaterial): IO.IO<ApiKeyToken> =>
  F.pipe(
    randomBytes(5 + 33),
    IO.map((bytes) => `ask_${base32(bytes.subarray(0, 5), 8)}_${base32(bytes.subarray(5), 52)}`),
    IO.map((body) => `${body}_${crc32(body)}` as ApiKeyToken),
  );
