import { io as IO } from 'fp-ts';
import type { ApiKeyToken } from './api-key.ts';
import { base32 } from './base32.ts';
import { crc32 } from './crc32.ts';
import type { KeyMaterial } from './key-material.ts';

const idLength = 8;
const secretLength = 52;
const idBytes = 5; // 40 bits, 8 characters
const secretBytes = 33; // 264 bits, of which 52 characters take 260

/** Creates a new token of 300 random bits. */
export const newApiKeyToken = ({ randomBytes }: KeyMaterial): IO.IO<ApiKeyToken> =>
  IO.map((bytes: Uint8Array) => {
    const id = base32(bytes.subarray(0, idBytes), idLength);
    const secret = base32(bytes.subarray(idBytes), secretLength);
    const body = `ask_${id}_${secret}`;
    return `${body}_${crc32(body)}` as ApiKeyToken;
  })(randomBytes(idBytes + secretBytes));
