import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { ApiKeyToken, idOfToken } from './api-key.ts';
import { newApiKeyToken } from './new-api-key-token.ts';

const signed = (body: string): string => `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
const id = 'abcdefgh';
const secret = 'abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrst';
const token = signed(`ask_${id}_${secret}`);

const tokens = fc
  .uint8Array({ minLength: 38, maxLength: 38 })
  .map((bytes) => newApiKeyToken({ randomBytes: () => () => bytes, sha256: () => '' as never })());

const refused = [{ path: '', message: 'must be an API key, ask_<id>_<secret>_<checksum>' }];

describe('ApiKeyToken', () => {
  it('takes a token whose checksum is right', () => {
    expect(ApiKeyToken.decode(token)).toEqual(E.right(token));
    expect(ApiKeyToken.is(token)).toBe(true);
  });

  it.each([
    ['the empty text', ''],
    ['a wrong checksum', `${token.slice(0, -8)}00000000`],
    ['a checksum in upper case', `${token.slice(0, -8)}${token.slice(-8).toUpperCase()}`],
    ['another prefix', signed(`key_${id}_${secret}`)],
    ['an id that is too short', signed(`ask_abcdefg_${secret}`)],
    ['a secret that is too short', signed(`ask_${id}_${secret.slice(1)}`)],
    ['a character out of the alphabet', signed(`ask_${id}_${secret.slice(1)}1`)],
    ['white space before', signed(` ask_${id}_${secret}`)],
    ['a second checksum', signed(token)],
    ['a line feed after', `${token}\n`],
    ['null', null],
  ])('refuses %s', (_, value) => {
    expect(violationsOf(ApiKeyToken, value)).toEqual(refused);
    expect(ApiKeyToken.is(value)).toBe(false);
  });

  it('refuses every change of one character of one token to another of the alphabet', () => {
    const taken = Array.from(token).flatMap((right, at) =>
      Array.from('abcdefghijklmnopqrstuvwxyz0123456789_')
        .filter((other) => other !== right)
        .map((other) => token.slice(0, at) + other + token.slice(at + 1))
        .filter(ApiKeyToken.is),
    );
    expect(token.length).toBe(74);
    expect(taken).toEqual([]);
  });
});

describe('newApiKeyToken', () => {
  it('takes 5 bytes for the id and 33 for the secret, in base32, and signs them', () => {
    const lengths: number[] = [];
    const randomBytes = (length: number) => () => {
      lengths.push(length);
      return Uint8Array.from({ length }, (_, index) => (index < 5 ? 0xff : 0));
    };
    const made = newApiKeyToken({ randomBytes, sha256: () => '' as never });
    expect(lengths).toEqual([]);
    expect(made()).toBe(signed(`ask_77777777_${'a'.repeat(52)}`));
    expect(lengths).toEqual([38]);
  });

  it('makes a well-formed token of any bytes, with the id between its first two underscores', () => {
    fc.assert(
      fc.property(tokens, (made) => {
        expect(ApiKeyToken.decode(made)).toEqual(E.right(made));
        expect(idOfToken(made)).toBe(made.split('_')[1]);
      }),
    );
  });

  it('uses every bit of the secret that 52 characters can hold', () => {
    const bodyOf = (at: number, bit: number): string => {
      const bytes = new Uint8Array(38);
      bytes[at] = 1 << bit;
      return newApiKeyToken({ randomBytes: () => () => bytes, sha256: () => '' as never })().slice(0, -9);
    };
    const bodies = Array.from({ length: 38 * 8 }, (_, index) => bodyOf(index >> 3, 7 - (index & 7)));
    // 264 bits of the last 33 bytes, of which 260 fit: the last four leave no trace.
    expect(new Set(bodies).size).toBe(301);
  });
});
