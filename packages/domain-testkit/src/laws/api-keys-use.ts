import assert from 'node:assert/strict';
import type { ApiKeyRepository } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { apiKey, instant } from '../samples.ts';

export const apiKeysUse: readonly Law<ApiKeyRepository>[] = [
  law('a use of an API key is kept, and every reader sees it', async (fresh) => {
    const apiKeys = await fresh();
    const given = apiKey(1, { expires: 15, revoked: 20 });
    await succeed(apiKeys.add(given));
    await succeed(apiKeys.recordUse(given.id, instant(5)));
    const used = { ...given, lastUsed: instant(5) };
    assert.deepEqual(await succeed(apiKeys.find(given.id)), O.some(used));
    assert.deepEqual(await succeed(apiKeys.findByDigest(given.digest)), O.some(used));
    assert.deepEqual(await succeed(apiKeys.list()), [used]);
    assert.deepEqual(await succeed(apiKeys.revoke(given.id, instant(30))), O.some(used));
  }),
  law('only the latest use of an API key is kept, at every edge of the range of instants', async (fresh) => {
    const apiKeys = await fresh();
    const { id } = apiKey(1);
    await succeed(apiKeys.add(apiKey(1)));
    const steps = [
      [-8.64e15, -8.64e15],
      [-1, -1],
      [-2, -1],
      [0, 0],
      [-1, 0],
      [7, 7],
      [7, 7],
      [8.64e15, 8.64e15],
      [0, 8.64e15],
    ];
    for (const [at = 0, lastUsed] of steps) {
      await succeed(apiKeys.recordUse(id, instant(at)));
      assert.deepEqual(await succeed(apiKeys.find(id)), O.some(apiKey(1, { lastUsed })));
    }
  }),
  law('a use changes no other API key, and adds none when its id is unknown', async (fresh) => {
    const apiKeys = await fresh();
    const others = [apiKey(1), apiKey(2, { lastUsed: 9 })];
    for (const one of [...others, apiKey(3)]) await succeed(apiKeys.add(one));
    await succeed(apiKeys.recordUse(apiKey(3).id, instant(5)));
    await succeed(apiKeys.recordUse(apiKey(4).id, instant(6)));
    assert.deepEqual(await succeed(apiKeys.list()), [...others, apiKey(3, { lastUsed: 5 })]);
  }),
  law('a use does nothing before it is run, and is recorded each time it is run', async (fresh) => {
    const apiKeys = await fresh();
    const use = apiKeys.recordUse(apiKey(1).id, instant(5));
    await succeed(use);
    await succeed(apiKeys.add(apiKey(1)));
    assert.deepEqual(await succeed(apiKeys.list()), [apiKey(1)]);
    await succeed(use);
    assert.deepEqual(await succeed(apiKeys.list()), [apiKey(1, { lastUsed: 5 })]);
  }),
];
