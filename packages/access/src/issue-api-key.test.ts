import { crc32 } from 'node:zlib';
import { repositoryUnavailable } from '@animal-store/domain';
import { valid } from '@animal-store/testkit/valid';
import fc from 'fast-check';
import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, it, vi } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyLabel, ApiKeyToken, idOfToken } from './api-key.ts';
import { apiKeyTaken } from './errors.ts';
import { Instant } from './instant.ts';
import { issueApiKey, newApiKeyToken, registerApiKey } from './issue-api-key.ts';

const at = valid(Instant);
const label = valid(ApiKeyLabel)('ci');
// The ports count their bytes up: these are the tokens that any of them makes first and second.
const { keyMaterial } = fakeAccess(0);
const first = newApiKeyToken(keyMaterial)();
const second = newApiKeyToken(keyMaterial)();
const keyOf = (token: ApiKeyToken, more: object = {}): ApiKey =>
  valid(ApiKey)({ id: idOfToken(token), label: 'ci', digest: keyMaterial.sha256(token), created: 1000, ...more });

describe('issueApiKey', () => {
  it('makes a new token each time it is run, and keeps its id and digest, the label and the times', async () => {
    const access = fakeAccess(1000);
    const issue = issueApiKey(access)({ label, expires: at(5000) });
    const [one, other] = [keyOf(first, { expires: 5000 }), keyOf(second, { expires: 5000 })];
    expect(await issue()).toStrictEqual(E.right({ token: first, apiKey: one }));
    expect(await issue()).toStrictEqual(E.right({ token: second, apiKey: other }));
    expect(access.kept).toStrictEqual([one, other]);
    expect(JSON.stringify(access.kept)).not.toContain(first.split('_')[2]);
  });

  it('takes another token when the id is taken', async () => {
    const access = fakeAccess(1000, keyOf(first, { label: 'another', digest: 'f'.repeat(64) }));
    expect(await issueApiKey(access)({ label })()).toEqual(E.right({ token: second, apiKey: keyOf(second) }));
    expect(access.calls).toEqual([`add ${idOfToken(first)}`, `add ${idOfToken(second)}`]);
  });

  it('fails if three tokens are taken', async () => {
    const access = fakeAccess(1000);
    const add = vi.fn(() => TE.left(apiKeyTaken));
    const issue = issueApiKey({ ...access, apiKeys: { ...access.apiKeys, add } });
    expect(await issue({ label })()).toEqual(
      E.left(repositoryUnavailable(new Error('3 new API keys are said to be taken'))),
    );
    expect(add).toHaveBeenCalledTimes(3);
  });
});

describe('registerApiKey', () => {
  it('keeps a key whose token is known', async () => {
    const access = fakeAccess(1000);
    const register = registerApiKey(access)(second, { label, expires: at(5000) });
    expect(await register()).toStrictEqual(E.right(keyOf(second, { expires: 5000 })));
    expect(access.kept).toStrictEqual([keyOf(second, { expires: 5000 })]);
  });

  it('fails with ApiKeyTaken when the key is there already', async () => {
    const access = fakeAccess(1000, keyOf(first));
    expect(await registerApiKey(access)(first, { label })()).toEqual(E.left(apiKeyTaken));
    expect(access.kept).toEqual([keyOf(first)]);
  });
});

describe('newApiKeyToken', () => {
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
});
