import { repositoryUnavailable } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyId } from './api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

const key = (id: string, more: object = {}): ApiKey =>
  known(ApiKey)({ id, label: 'ci', digest: 'a'.repeat(64), created: 0, ...more });
const a = known(ApiKeyId)('aaaaaaaa');
const unavailable = repositoryUnavailable(new Error('no primary'));

describe('revokeApiKey', () => {
  it('revokes the key from now on, and no other', async () => {
    const access = fakeAccess(1000, key('aaaaaaaa'), key('bbbbbbbb'));
    expect(await revokeApiKey(access)(a)()).toEqual(E.right(key('aaaaaaaa', { revoked: 1000 })));
    expect(access.kept).toEqual([key('aaaaaaaa', { revoked: 1000 }), key('bbbbbbbb')]);
    expect(access.calls).toEqual(['revoke aaaaaaaa from 1000']);
  });

  it('leaves a key that is revoked already as it is', async () => {
    const access = fakeAccess(1000, key('aaaaaaaa', { revoked: 5 }));
    expect(await revokeApiKey(access)(a)()).toEqual(E.right(key('aaaaaaaa', { revoked: 5 })));
  });

  it('brings a revocation that lies ahead forward', async () => {
    const access = fakeAccess(1000, key('aaaaaaaa', { revoked: 5000 }));
    expect(await revokeApiKey(access)(a)()).toEqual(E.right(key('aaaaaaaa', { revoked: 1000 })));
  });

  it('fails with ApiKeyNotFound when no key has the id', async () => {
    expect(await revokeApiKey(fakeAccess(1000))(a)()).toEqual(E.left({ _tag: 'ApiKeyNotFound' }));
  });

  it('does nothing before it is run', () => {
    const access = fakeAccess(1000, key('aaaaaaaa'));
    revokeApiKey(access)(a);
    expect(access.calls).toEqual([]);
  });

  it('returns the failure of the repository', async () => {
    const access = fakeAccess(1000, key('aaaaaaaa'));
    const apiKeys = { ...access.apiKeys, revoke: () => TE.left(unavailable) };
    expect(await revokeApiKey({ ...access, apiKeys })(a)()).toEqual(E.left(unavailable));
  });
});

describe('listApiKeys', () => {
  it('returns every key that the repository lists, including revoked and expired ones', async () => {
    const keys = [key('aaaaaaaa', { revoked: 5 }), key('bbbbbbbb', { expires: 5 }), key('cccccccc')];
    expect(await listApiKeys(fakeAccess(1000, ...keys))()()).toEqual(E.right(keys));
  });

  it('returns the failure of the repository', async () => {
    const apiKeys = { ...fakeAccess(1000).apiKeys, list: () => TE.left(unavailable) };
    expect(await listApiKeys({ apiKeys })()()).toEqual(E.left(unavailable));
  });
});
