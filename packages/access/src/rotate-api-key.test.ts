import { repositoryUnavailable } from '@animal-store/domain';
import { valid } from '@animal-store/testkit/valid';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyId, idOfToken } from './api-key.ts';
import { Instant } from './instant.ts';
import { newApiKeyToken } from './issue-api-key.ts';
import { backdated } from './revoked-at.ts';
import { rotateApiKey } from './rotate-api-key.ts';

const { keyMaterial } = fakeAccess(0);
const token = newApiKeyToken(keyMaterial)();
const old = (more: object = {}): ApiKey =>
  valid(ApiKey)({ id: 'zzzzzzzz', label: 'ci', digest: 'f'.repeat(64), created: 100, ...more });
const renewed = (more: object = {}): ApiKey =>
  valid(ApiKey)({ id: idOfToken(token), label: 'ci', digest: keyMaterial.sha256(token), created: 1000, ...more });
const id = valid(ApiKeyId)('zzzzzzzz');
const atOnce = { revoked: backdated(valid(Instant)(1000)) };
const last = { expires: 8.64e15 };
const unavailable = repositoryUnavailable(new Error('no primary'));

it('issues a key with the same label, and then revokes the old one at once', async () => {
  const access = fakeAccess(1000, old());
  expect(await rotateApiKey(access)({ id, overlap: 0 })()).toStrictEqual(
    E.right({ token, apiKey: renewed(), old: E.right(old(atOnce)) }),
  );
  expect(access.kept).toStrictEqual([old(atOnce), renewed()]);
  expect(access.calls).toEqual(['find zzzzzzzz', `add ${renewed().id}`, `revoke zzzzzzzz from ${atOnce.revoked}`]);
});

it.each<readonly [what: string, ends: object, rotation: object, oldEnds: object, newEnds: object]>([
  ['lets the old key hold during the overlap', {}, { overlap: 500 }, { revoked: 1500 }, {}],
  ['does not lengthen the life of a key that was rotated', { revoked: 1200 }, { overlap: 500 }, { revoked: 1200 }, {}],
  ['keeps the lifetime', { expires: 2100 }, {}, { expires: 2100, ...atOnce }, { expires: 3000 }],
  ['revokes at once with an overlap below 0', {}, { overlap: -500 }, atOnce, {}],
  ['revokes at once with an overlap of NaN', {}, { overlap: Number.NaN }, atOnce, {}],
  ['revokes at once with a fraction', {}, { overlap: 500.9 }, atOnce, {}],
  ['stops at the last instant', last, { overlap: 8.64e15 }, { ...last, revoked: 8.64e15 }, last],
])('%s', async (_, ends, rotation, oldEnds, newEnds) => {
  const access = fakeAccess(1000, old(ends));
  await rotateApiKey(access)({ id, overlap: 0, ...rotation })();
  expect(access.kept).toEqual([old(oldEnds), renewed(newEnds)]);
});

it.each<readonly [tag: string, keys: readonly ApiKey[]]>([
  ['ApiKeyNotActive', [old({ revoked: 1000 })]],
  ['ApiKeyNotActive', [old({ expires: 1000 })]],
  ['ApiKeyNotActive', [old({ expires: 5, revoked: 5000 })]],
  ['ApiKeyNotFound', []],
])('fails with %s, and changes nothing: case %#', async (tag, keys) => {
  const access = fakeAccess(1000, ...keys);
  expect(await rotateApiKey(access)({ id, overlap: 0 })()).toEqual(E.left({ _tag: tag }));
  expect([access.kept, access.calls]).toEqual([keys, ['find zzzzzzzz']]);
});

it.each([
  ['revoked earlier by someone else', O.some(old({ revoked: 1200 })), old({ revoked: 1200 })],
  ['removed', O.none, old({ revoked: 1500 })],
])('returns the old key as the store has it when it was %s meanwhile', async (_, stored, expected) => {
  const access = fakeAccess(1000, old());
  const apiKeys = { ...access.apiKeys, revoke: () => TE.right(stored) };
  const rotated = await rotateApiKey({ ...access, apiKeys })({ id, overlap: 500 })();
  expect(rotated).toEqual(E.right({ token, apiKey: renewed(), old: E.right(expected) }));
});

it('returns the new key, which is stored, when the old one cannot be revoked', async () => {
  const access = fakeAccess(1000, old());
  const apiKeys = { ...access.apiKeys, revoke: () => TE.left(unavailable) };
  const rotated = await rotateApiKey({ ...access, apiKeys })({ id, overlap: 0 })();
  expect(rotated).toEqual(E.right({ token, apiKey: renewed(), old: E.left(unavailable) }));
  expect(access.kept).toEqual([old(), renewed()]);
});
