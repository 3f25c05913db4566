import assert from 'node:assert/strict';
import type { ApiKey, ApiKeyRepository, StoredApiKey } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, law, lawOnEmpty } from '../law.ts';
import { succeed, succeedWith } from '../outcome.ts';
import { apiKey, instant } from '../samples.ts';
import { tamper } from '../tamper.ts';

const changes = { label: 'changed', created: 1, revoked: undefined, expires: 2, owner: 'Ann' };
const given = (): ApiKey => ({ ...apiKey(1, { revoked: 50 }) });

const assertOnly = async (apiKeys: ApiKeyRepository, expected: ApiKey): Promise<void> => {
  await succeedWith(apiKeys.find(expected.id), O.some(expected));
  await succeedWith(apiKeys.findByDigest(expected.digest), O.some(expected));
  await succeedWith(apiKeys.list(), [expected]);
};

/** Changes the result of a read, and checks that the store does not change. */
const unmoved = (
  name: string,
  read: (apiKeys: ApiKeyRepository) => Promise<O.Option<StoredApiKey>>,
): Law<ApiKeyRepository> =>
  law(name, async (fresh) => {
    const apiKeys = await fresh();
    await succeed(apiKeys.add(given()));
    const seen = await read(apiKeys);
    if (O.isSome(seen)) tamper(seen.value, changes);
    await assertOnly(apiKeys, given());
  });

export const apiKeysAliasing: readonly Law<ApiKeyRepository>[] = [
  lawOnEmpty('an add does not write into the API key it is given', async (apiKeys) => {
    const mine = given();
    await succeed(apiKeys.add(mine));
    assert.deepEqual(mine, given());
  }),
  lawOnEmpty('a change to the given API key after the add does not reach the store', async (apiKeys) => {
    const mine = given();
    await succeed(apiKeys.add(mine));
    tamper(mine, changes);
    await assertOnly(apiKeys, given());
  }),
  lawOnEmpty('a revocation does not change an API key that was read before it', async (apiKeys) => {
    const mine = { ...apiKey(1) };
    await succeed(apiKeys.add(mine));
    const seen = await succeed(apiKeys.find(mine.id));
    const listed = await succeed(apiKeys.list());
    await succeed(apiKeys.revoke(mine.id, instant(5)));
    assert.deepEqual({ mine, seen, listed }, { mine: apiKey(1), seen: O.some(apiKey(1)), listed: [apiKey(1)] });
  }),
  unmoved('a change to the API key that find returned does not reach the store', (apiKeys) =>
    succeed(apiKeys.find(given().id)),
  ),
  unmoved('a change to the API key that findByDigest returned does not reach the store', (apiKeys) =>
    succeed(apiKeys.findByDigest(given().digest)),
  ),
  unmoved('a change to an API key that list returned does not reach the store', async (apiKeys) =>
    O.fromNullable((await succeed(apiKeys.list()))[0]),
  ),
  unmoved('a change to the API key that revoke returned does not reach the store', (apiKeys) =>
    succeed(apiKeys.revoke(given().id, instant(60))),
  ),
  lawOnEmpty('a change to the array of API keys that list returned does not reach the store', async (apiKeys) => {
    await succeed(apiKeys.add(given()));
    tamper(await succeed(apiKeys.list()), { 0: 'changed', length: 0 });
    await assertOnly(apiKeys, given());
  }),
];
