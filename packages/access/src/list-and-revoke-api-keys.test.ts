import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyId } from './api-key.ts';
import { listApiKeys, revokeApiKey } from './list-and-revoke-api-keys.ts';

const key = (id: string, more: object = {}): ApiKey =>
  known(ApiKey)({ id, label: 'ci', digest: 'a'.repeat(64), created: 0, ...more });
const a = known(ApiKeyId)('aaaaaaaa');

describe('revokeApiKey', () => {
  it('revokes the key from now on, and no other', async () => {
    const access = fakeAccess(1000, key('aaaaaaaa'), key('bbbbbbbb'));
    expect(await revokeApiKey(access)(a)()).toEqual(E.right(key('aaaaaaaa', { revoked: 1000 })));
    expect(access.kept).toEqual([key('aaaaaaaa', { revoked: 1000 }), key('bbbbbbbb')]);
    expect(access.calls).toEqual(['revoke aaaaaaaa from 1000']);
  });

  it('fails with ApiKeyNotFound when no key has the id', async () => {
    expect(await revokeApiKey(fakeAccess(1000))(a)()).toEqual(E.left({ _tag: 'ApiKeyNotFound' }));
  });
});

it('listApiKeys returns every key that the repository lists, including revoked and expired ones', async () => {
  const keys = [key('aaaaaaaa', { revoked: 5 }), key('bbbbbbbb', { expires: 5 }), key('cccccccc')];
  expect(await listApiKeys(fakeAccess(1000, ...keys))()()).toEqual(E.right(keys));
});
