import assert from 'node:assert/strict';
import { type ApiKeyRepository, isReadable, type StoredApiKey } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty, lawsOn } from './core/law.ts';
import { succeed, succeedWith } from './core/outcome.ts';
import { watched } from './core/watched.ts';
import type { UnreadableApiKeyFixture } from './fixtures.ts';
import { apiKey, instant } from './samples.ts';

const { id, digest } = apiKey(2);

const withSpoiledKey = async ({ apiKeys, spoil }: UnreadableApiKeyFixture): Promise<ApiKeyRepository> => {
  for (const n of [1, 2, 3]) await succeed(apiKeys.add(apiKey(n)));
  await spoil(id);
  return apiKeys;
};

/** Checks that a stored key is the unreadable one, with a reason, which depends on the store. */
const assertUnreadable = (key: StoredApiKey | undefined, revoked?: number): void => {
  const reason = key !== undefined && !isReadable(key) ? key.reason : '';
  assert.deepEqual(key, { _tag: 'UnreadableApiKey', id, reason, ...(revoked === undefined ? {} : { revoked }) });
  assert.notEqual(reason, '');
};

const laws: readonly Law<UnreadableApiKeyFixture>[] = [
  lawOnEmpty('an unreadable API key is listed and found as such, and hides no other', async (fixture) => {
    const apiKeys = await withSpoiledKey(fixture);
    const listed = await succeed(apiKeys.list());
    assert.deepEqual(listed.filter(isReadable), [apiKey(1), apiKey(3)]);
    const [unreadable, ...others] = listed.filter((key) => !isReadable(key));
    assertUnreadable(unreadable);
    assert.deepEqual(others, []);
    assertUnreadable(O.toUndefined(await succeed(apiKeys.find(id))));
  }),
  lawOnEmpty('findByDigest throws for an unreadable API key, and finds the others', async (fixture) => {
    const apiKeys = await withSpoiledKey(fixture);
    await assert.rejects(apiKeys.findByDigest(digest), /^Error: findByDigest threw/);
    await succeedWith(apiKeys.findByDigest(apiKey(3).digest), O.some(apiKey(3)));
  }),
  lawOnEmpty('an unreadable API key is revoked like any other', async (fixture) => {
    const apiKeys = await withSpoiledKey(fixture);
    for (const [from, revoked] of [
      [20, 20],
      [30, 20],
      [10, 10],
    ] as const) {
      assertUnreadable(O.toUndefined(await succeed(apiKeys.revoke(id, instant(from)))), revoked);
      assertUnreadable(O.toUndefined(await succeed(apiKeys.find(id))), revoked);
    }
  }),
];

/** Every law of an `ApiKeyRepository` whose store can hold a key that cannot be read, which every external store can. */
export const unreadableApiKeyContract: readonly Law<UnreadableApiKeyFixture>[] = lawsOn(
  ({ apiKeys, spoil }) => ({ apiKeys: watched(apiKeys), spoil }),
  laws,
);
