import { valid } from '@animal-store/testkit/valid';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyId } from './api-key.ts';
import { listApiKeys, revokeApiKey } from './list-and-revoke-api-keys.ts';
import { revokedAt } from './revoked-at.ts';

const key = (id: string, more: object = {}): ApiKey =>
  valid(ApiKey)({ id, label: 'ci', digest: 'a'.repeat(64), created: 0, ...more });
const a = valid(ApiKeyId)('aaaaaaaa');

describe('revokeApiKey', () => {
  const now = Date.UTC(2026, 4, 27);
  const revoked = Date.parse('0026-05-27T00:00:00Z');

  it('revokes the key, and no other, from an instant that every clock has passed', async () => {
    const access = fakeAccess(now, key('aaaaaaaa'), key('bbbbbbbb'));
    expect(await revokeApiKey(access)(a)()).toEqual(E.right(key('aaaaaaaa', { revoked })));
    expect(access.kept).toEqual([key('aaaaaaaa', { revoked }), key('bbbbbbbb')]);
    expect(access.calls).toEqual([`revoke aaaaaaaa from ${revoked}`]);
  });

  it('keeps the first time, which revokedAt gives', async () => {
    const access = fakeAccess(now, key('aaaaaaaa', { revoked: revoked - 5 }), key('bbbbbbbb', { revoked: now + 5 }));
    for (const id of ['aaaaaaaa', 'bbbbbbbb']) await revokeApiKey(access)(valid(ApiKeyId)(id))();
    expect(access.kept.map(revokedAt)).toEqual([now - 5, now]);
  });

  it('fails with ApiKeyNotFound when no key has the id', async () => {
    expect(await revokeApiKey(fakeAccess(1000))(a)()).toEqual(E.left({ _tag: 'ApiKeyNotFound' }));
  });
});

it('listApiKeys returns every key that the repository lists, including revoked and expired ones', async () => {
  const keys = [key('aaaaaaaa', { revoked: 5 }), key('bbbbbbbb', { expires: 5 }), key('cccccccc')];
  expect(await listApiKeys(fakeAccess(1000, ...keys))()()).toEqual(E.right(keys));
});
