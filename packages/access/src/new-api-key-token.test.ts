import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { ApiKeyToken, idOfToken } from './api-key.ts';
import { newApiKeyToken } from './new-api-key-token.ts';

const signed = (body: string): string => `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
const tokenOf = (bytes: Uint8Array): ApiKeyToken =>
  newApiKeyToken({ randomBytes: () => () => bytes, sha256: () => '' as never })();

it('takes 5 bytes for the id and 33 for the secret, in base32, when it is run', () => {
  const randomBytes = vi.fn((length: number) => () => Uint8Array.from({ length }, (_, n) => (n < 5 ? 0xff : 0)));
  const made = newApiKeyToken({ randomBytes, sha256: () => '' as never });
  expect(made()).toBe(signed(`ask_77777777_${'a'.repeat(52)}`));
  expect(randomBytes.mock.calls).toEqual([[38]]);
});

it('makes a well-formed token of any bytes, with the id between its first two underscores and the checksum of zlib', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 38, maxLength: 38 }).map(tokenOf), (made) => {
      expect(ApiKeyToken.is(made)).toBe(true);
      expect(idOfToken(made)).toBe(made.split('_')[1]);
      expect(made).toBe(signed(made.slice(0, -9)));
    }),
  );
});

it('uses every bit of the secret that 52 characters can hold', () => {
  const bodyOf = (at: number, bit: number): string => {
    const bytes = new Uint8Array(38);
    bytes[at] = 1 << bit;
    return tokenOf(bytes).slice(0, -9);
  };
  const bodies = Array.from({ length: 38 * 8 }, (_, index) => bodyOf(index >> 3, 7 - (index & 7)));
  // 264 bits of the last 33 bytes, of which 260 fit: the last four leave no trace.
  expect(new Set(bodies).size).toBe(301);
});
