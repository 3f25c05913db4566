import type { ApiKey, ApiKeyRepository } from '@animal-store/access';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, instant } from '../samples.ts';
import { assertKeys } from './api-keys-round-trip.ts';

export const apiKeysUse: readonly Law<ApiKeyRepository>[] = [
  lawOnEmpty('a use of an API key is kept, and every reader sees it', async (apiKeys) => {
    const given = apiKey(1, { expires: 15, revoked: 20 });
    await succeed(apiKeys.add(given));
    await succeed(apiKeys.recordUse(given.id, instant(5)));
    const used = { ...given, lastUsed: instant(5) };
    await succeedWith(apiKeys.find(given.id), O.some(used));
    await succeedWith(apiKeys.findByDigest(given.digest), O.some(used));
    await succeedWith(apiKeys.list(), [used]);
    await succeedWith(apiKeys.revoke(given.id, instant(30)), O.some(used));
  }),
  lawOnEmpty('only the latest use of an API key is kept, at every edge of the range of instants', async (apiKeys) => {
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
      await succeedWith(apiKeys.find(id), O.some(apiKey(1, { lastUsed })));
    }
  }),
  lawOnEmpty('a use changes no other API key, and adds none when its id is unknown', async (apiKeys) => {
    const others = [apiKey(1), apiKey(2, { lastUsed: 9 })];
    for (const one of [...others, apiKey(3)]) await succeed(apiKeys.add(one));
    await succeed(apiKeys.recordUse(apiKey(3).id, instant(5)));
    await succeed(apiKeys.recordUse(apiKey(4).id, instant(6)));
    await succeedWith(apiKeys.list(), [...others, apiKey(3, { lastUsed: 5 })]);
  }),
  lawOnEmpty('a use does nothing before it is run, and is recorded each time it is run', async (apiKeys) => {
    const use = apiKeys.recordUse(apiKey(1).id, instant(5));
    await succeed(use);
    await succeed(apiKeys.add(apiKey(1)));
    await succeedWith(apiKeys.list(), [apiKey(1)]);
    await succeed(use);
    await succeedWith(apiKeys.list(), [apiKey(1, { lastUsed: 5 })]);
  }),
];

/** Adds the first key, revokes it at each instant in turn, and checks the result of each revocation and the stored key. */
const revokes = (
  name: string,
  given: ApiKey,
  steps: readonly (readonly [from: number, revoked: number])[],
): Law<ApiKeyRepository> =>
  lawOnEmpty(name, async (apiKeys) => {
    await succeed(apiKeys.add(given));
    for (const [from, revoked] of steps) {
      const expected = { ...given, revoked: instant(revoked) };
      await succeedWith(apiKeys.revoke(given.id, instant(from)), O.some(expected));
      await assertKeys(apiKeys, [expected]);
    }
  });

export const apiKeysRevocation: readonly Law<ApiKeyRepository>[] = [
  revokes('the earliest revocation of an API key holds, and every reader sees it', apiKey(1, { expires: 15 }), [
    [20, 20],
    [21, 20],
    [19, 19],
    [8.64e15, 19],
    [-5, -5],
  ]),
  revokes('the revocation that an API key was added with counts like any other', apiKey(1, { revoked: 20 }), [
    [30, 20],
    [10, 10],
  ]),
  revokes('a revocation holds at every edge of the range of instants', apiKey(1), [
    [8.64e15, 8.64e15],
    [1, 1],
    [0, 0],
    [1, 0],
    [-1, -1],
    [0, -1],
    [-8.64e15, -8.64e15],
  ]),
  lawOnEmpty('a revocation changes no other API key', async (apiKeys) => {
    const others = [apiKey(0), apiKey(2, { revoked: 7 }), apiKey(3, { label: apiKey(1).label, created: 5e12 })];
    for (const one of [...others, apiKey(1, { created: 6e12 })]) await succeed(apiKeys.add(one));
    await succeed(apiKeys.revoke(apiKey(1).id, instant(3)));
    await assertKeys(apiKeys, [...others, apiKey(1, { created: 6e12, revoked: 3 })]);
  }),
  lawOnEmpty('a revocation of an unknown id returns none and adds nothing', async (apiKeys) => {
    await succeed(apiKeys.add(apiKey(1)));
    await succeedWith(apiKeys.revoke(apiKey(2).id, instant(3)), O.none);
    await assertKeys(apiKeys, [apiKey(1)]);
    await succeedWith(apiKeys.find(apiKey(2).id), O.none);
  }),
];
