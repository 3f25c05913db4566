import { repositoryUnavailable } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyId, idOfToken } from './api-key.ts';
import type { UnreadableApiKey } from './errors.ts';
import { newApiKeyToken } from './new-api-key-token.ts';
import { rotateApiKey } from './rotate-api-key.ts';

const { keyMaterial } = fakeAccess(0);
const token = newApiKeyToken(keyMaterial)();
const old = (more: object = {}): ApiKey =>
  known(ApiKey)({ id: 'zzzzzzzz', label: 'ci', digest: 'f'.repeat(64), created: 100, ...more });
const renewed = (more: object = {}): ApiKey =>
  known(ApiKey)({ id: idOfToken(token), label: 'ci', digest: keyMaterial.sha256(token), created: 1000, ...more });
const id = known(ApiKeyId)('zzzzzzzz');
const unavailable = repositoryUnavailable(new Error('no primary'));

describe('rotateApiKey', () => {
  it('issues a key with the same label, and then revokes the old one, now', async () => {
    const access = fakeAccess(1000, old());
    expect(await rotateApiKey(access)({ id, overlap: 0 })()).toStrictEqual(
      E.right({ token, apiKey: renewed(), old: E.right(old({ revoked: 1000 })) }),
    );
    expect(access.kept).toStrictEqual([old({ revoked: 1000 }), renewed()]);
    expect(access.calls).toEqual(['find zzzzzzzz', `add ${renewed().id}`, 'revoke zzzzzzzz from 1000']);
  });

  it('changes nothing when the old key cannot be read', async () => {
    const access = fakeAccess(1000);
    const unreadable: UnreadableApiKey = { _tag: 'UnreadableApiKey', id, reason: 'label is required' };
    const apiKeys = { ...access.apiKeys, find: () => TE.right(O.some(unreadable)) };
    expect(await rotateApiKey({ ...access, apiKeys })({ id, overlap: 0 })()).toEqual(E.left(unreadable));
    expect(access.calls).toEqual([]);
  });

  it('lets the old key hold during the overlap', async () => {
    const access = fakeAccess(1000, old());
    await rotateApiKey(access)({ id, overlap: 500 })();
    expect(access.kept).toEqual([old({ revoked: 1500 }), renewed()]);
  });

  it('refuses a key that an earlier rotation has replaced, which may have been this one', async () => {
    const access = fakeAccess(1000, old({ revoked: 1200, expires: 1100 }));
    expect(await rotateApiKey(access)({ id, overlap: 0 })()).toEqual(E.left({ _tag: 'ApiKeyRetiring', until: 1100 }));
    expect(access.calls).toEqual(['find zzzzzzzz']);
  });

  it('replaces such a key by force, and does not lengthen its life', async () => {
    const access = fakeAccess(1000, old({ revoked: 1200 }));
    await rotateApiKey(access)({ id, overlap: 500, force: true })();
    expect(access.kept).toEqual([old({ revoked: 1200 }), renewed()]);
  });

  it('gives the new key the same lifetime from now on', async () => {
    const access = fakeAccess(1000, old({ expires: 2100 }));
    await rotateApiKey(access)({ id, overlap: 0 })();
    expect(access.kept).toEqual([old({ expires: 2100, revoked: 1000 }), renewed({ expires: 3000 })]);
  });

  it('goes no further than the last instant there is', async () => {
    const access = fakeAccess(1000, old({ expires: 8.64e15 }));
    await rotateApiKey(access)({ id, overlap: 8.64e15 })();
    expect(access.kept).toEqual([old({ expires: 8.64e15, revoked: 8.64e15 }), renewed({ expires: 8.64e15 })]);
  });

  it.each([{ revoked: 1000 }, { revoked: 5 }, { expires: 1000 }, { expires: 5, revoked: 5000 }])(
    'refuses a key that is not active: %j',
    async (ends) => {
      const access = fakeAccess(1000, old(ends));
      expect(await rotateApiKey(access)({ id, overlap: 0 })()).toEqual(E.left({ _tag: 'ApiKeyNotActive' }));
      expect(access.kept).toEqual([old(ends)]);
      expect(access.calls).toEqual(['find zzzzzzzz']);
    },
  );

  it('fails with ApiKeyNotFound when no key has the id', async () => {
    const access = fakeAccess(1000);
    expect(await rotateApiKey(access)({ id, overlap: 0 })()).toEqual(E.left({ _tag: 'ApiKeyNotFound' }));
    expect(access.kept).toEqual([]);
  });

  it('returns the new key, which is stored, when the old one cannot be revoked', async () => {
    const access = fakeAccess(1000, old());
    const apiKeys = { ...access.apiKeys, revoke: () => TE.left(unavailable) };
    const rotated = await rotateApiKey({ ...access, apiKeys })({ id, overlap: 0 })();
    expect(rotated).toEqual(E.right({ token, apiKey: renewed(), old: E.left(unavailable) }));
    expect(access.kept).toEqual([old(), renewed()]);
  });
});
