import { valid } from '@animal-store/testkit/valid';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, type ApiKeyToken, idOfToken } from './api-key.ts';
import { authenticate } from './authenticate.ts';
import { newApiKeyToken } from './issue-api-key.ts';

const { keyMaterial } = fakeAccess(0);
const token: ApiKeyToken = newApiKeyToken(keyMaterial)();
const other: ApiKeyToken = newApiKeyToken(keyMaterial)();
const digest = keyMaterial.sha256(token);
const keyWith = (ends: object): ApiKey =>
  valid(ApiKey)({ id: idOfToken(token), label: 'ci', digest, created: 0, ...ends });

const refused = (reason: string) => E.left({ _tag: 'Unauthenticated', reason });

it('tells whose key an active one is', async () => {
  const access = fakeAccess(1000, keyWith({}));
  expect(await authenticate(access)(token)()).toEqual(E.right(keyWith({})));
  expect(access.calls).toEqual([`findByDigest ${digest}`]);
});

it.each([
  ['expired', token, { expires: 1000 }],
  ['revoked', token, { revoked: 1000 }],
  ['unknown', other, {}],
])('refuses a key that is %s', async (reason, credential, ends) => {
  expect(await authenticate(fakeAccess(1000, keyWith(ends)))(credential)()).toEqual(refused(reason));
});

it.each(['', 'hunter2', token.toUpperCase(), digest])(
  'refuses "%s" without asking the repository',
  async (credential) => {
    const access = fakeAccess(1000, keyWith({}));
    expect(await authenticate(access)(credential)()).toEqual(refused('malformed'));
    expect(access.calls).toEqual([]);
  },
);

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
