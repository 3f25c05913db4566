import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
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

it('uses the time after the lookup', async () => {
  const access = fakeAccess(1000, keyWith({ expires: 1000 }));
  const times: string[] = [];
  const now = () => {
    times.push(...access.calls, 'now');
    return access.clock.now();
  };
  expect(await authenticate({ ...access, clock: { now } })(token)()).toEqual(refused('expired'));
  expect(times).toEqual([`findByDigest ${digest}`, 'now']);
});
