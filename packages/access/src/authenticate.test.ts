import { repositoryUnavailable } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { type FakeAccess, fakeAccess } from '../test/fake-access.ts';
import { ApiKey, type ApiKeyToken, idOfToken } from './api-key.ts';
import { authenticate } from './authenticate.ts';
import { newApiKeyToken } from './new-api-key-token.ts';

const { keyMaterial } = fakeAccess(0);
const token: ApiKeyToken = newApiKeyToken(keyMaterial)();
const other: ApiKeyToken = newApiKeyToken(keyMaterial)();
const digest = keyMaterial.sha256(token);
const keyWith = (ends: object): ApiKey =>
  known(ApiKey)({ id: idOfToken(token), label: 'ci', digest, created: 0, ...ends });

const refused = (reason: string) => E.left({ _tag: 'Unauthenticated', reason });

describe('authenticate', () => {
  it.each([{}, { expires: 1001 }, { revoked: 1001 }])('tells whose key an active one is: %j', async (ends) => {
    const access = fakeAccess(1000, keyWith(ends));
    expect(await authenticate(access)(token)()).toEqual(E.right(keyWith(ends)));
    expect(access.calls).toEqual([`findByDigest ${digest}`]);
  });

  it.each([
    ['expired', { expires: 1000 }],
    ['expired', { expires: 5 }],
    ['revoked', { revoked: 1000 }],
    ['revoked', { revoked: 5, expires: 5 }],
  ])('refuses a key that is %s: %j', async (reason, ends) => {
    expect(await authenticate(fakeAccess(1000, keyWith(ends)))(token)()).toEqual(refused(reason));
  });

  it('rejects an unknown key', async () => {
    expect(await authenticate(fakeAccess(1000, keyWith({})))(other)()).toEqual(refused('unknown'));
  });

  it.each([
    ['nothing', ''],
    ['another text', 'hunter2'],
    ['a wrong checksum', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['upper case', token.toUpperCase()],
    ['the digest', digest],
  ])('refuses %s without asking the repository', async (_, credential) => {
    const access = fakeAccess(1000, keyWith({}));
    expect(await authenticate(access)(credential)()).toEqual(refused('malformed'));
    expect(access.calls).toEqual([]);
  });

  it('does nothing before it is run', () => {
    const access = fakeAccess(1000, keyWith({}));
    authenticate(access)(token);
    expect(access.calls).toEqual([]);
  });

  it('uses the time after the lookup', async () => {
    const times: string[] = [];
    const access: FakeAccess = fakeAccess(1000, keyWith({}));
    const findByDigest: FakeAccess['apiKeys']['findByDigest'] = () =>
      TE.fromIO(() => {
        times.push('lookup');
        return O.some(keyWith({ expires: 1000 }));
      });
    const now = () => {
      times.push('now');
      return access.clock.now();
    };
    const outcome = await authenticate({ ...access, clock: { now }, apiKeys: { ...access.apiKeys, findByDigest } })(
      token,
    )();
    expect(outcome).toEqual(refused('expired'));
    expect(times).toEqual(['lookup', 'now']);
  });

  it('returns the failure of the repository, not as a wrong key', async () => {
    const access = fakeAccess(1000);
    const unavailable = repositoryUnavailable(new Error('no primary'));
    const apiKeys = { ...access.apiKeys, findByDigest: () => TE.left(unavailable) };
    expect(await authenticate({ ...access, apiKeys })(token)()).toEqual(E.left(unavailable));
  });
});
