import type { ApiKey, ApiKeyDigest, ApiKeyId, ApiKeyLabel, ApiKeyRepository, Instant } from '@animal-store/access';
import { nodeKeyMaterial } from '@animal-store/access/node';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { expect, it } from 'vitest';
import { type LookupLimits, serviceLimits } from '../configuration/limits.ts';
import { cacheApiKeys } from './cache-api-keys.ts';

const { cacheTime } = serviceLimits.lookups;
const digest = 'a'.repeat(64) as ApiKeyDigest;
const unknown = 'b'.repeat(64) as ApiKeyDigest;
const apiKey: ApiKey = { id: 'abcdefgh' as ApiKeyId, label: 'test' as ApiKeyLabel, digest, created: 0 as Instant };

const manyDigests = (count: number): readonly ApiKeyDigest[] =>
  Array.from({ length: count }, (_, n) => n.toString(16).padStart(64, '0') as ApiKeyDigest);

const setUp = (limits: Partial<LookupLimits> = {}) => {
  const state = {
    time: 1_000,
    lookups: [] as ApiKeyDigest[],
    stored: O.some(apiKey),
    isDown: false,
    wait: () => Promise.resolve(),
    isFound: (wanted: ApiKeyDigest): boolean => wanted === digest,
  };
  const findByDigest: ApiKeyRepository['findByDigest'] = (wanted) => async () => {
    state.lookups.push(wanted);
    await state.wait();
    if (state.isDown) return E.left(repositoryUnavailable('down'));
    return E.right(state.isFound(wanted) ? state.stored : O.none);
  };
  // The digest of a token is the token itself.
  const sha256 = (token: string): ApiKeyDigest => token as ApiKeyDigest;
  const ports = {
    apiKeys: { findByDigest } as ApiKeyRepository,
    clock: { now: () => state.time as Instant },
    keyMaterial: { ...nodeKeyMaterial, sha256 },
  };
  const { apiKeys: cached, recognize } = cacheApiKeys(ports, { ...serviceLimits.lookups, ...limits });
  return { state, cached, recognize };
};

it('looks a key up once within the cache time, and again after it', async () => {
  const { state, cached } = setUp();
  const find = cached.findByDigest(digest);
  expect(state.lookups).toEqual([]);
  expect(await find()).toEqual(E.right(O.some(apiKey)));
  state.time += cacheTime - 1;
  expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
  expect(state.lookups).toEqual([digest]);
  state.time += 1;
  await cached.findByDigest(digest)();
  expect(state.lookups).toEqual([digest, digest]);
});

it.each([
  ['counts the time from the start of the lookup, not from its end', cacheTime],
  ['does not keep an entry longer if the clock is set back', -1],
])('%s', async (_, passed) => {
  const { state, cached } = setUp();
  const found = cached.findByDigest(digest)();
  state.time += passed;
  await found;
  await cached.findByDigest(digest)();
  expect(state.lookups).toEqual([digest, digest]);
});

it('shares one lookup between requests at the same time', async () => {
  const { state, cached } = setUp();
  const found = await Promise.all(Array.from({ length: 50 }, () => cached.findByDigest(digest)()));
  expect(found).toEqual(Array.from({ length: 50 }, () => E.right(O.some(apiKey))));
  expect(state.lookups).toEqual([digest]);
});

it('fails after the time limit of a lookup, and caches a later result', async () => {
  const { state, cached } = setUp({ checkTime: 20 });
  const held = Promise.withResolvers<void>();
  state.wait = () => held.promise;
  const late = E.left(repositoryUnavailable(new Error('The API key was not looked up within 20 ms')));
  expect(await Promise.all([cached.findByDigest(digest)(), cached.findByDigest(digest)()])).toEqual([late, late]);
  held.resolve();
  await held.promise;
  expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
  expect(state.lookups).toEqual([digest]);
});

it('caches neither an unknown key nor a failure', async () => {
  const { state, cached } = setUp();
  await cached.findByDigest(unknown)();
  await cached.findByDigest(unknown)();
  expect(state.lookups).toEqual([unknown, unknown]);
  state.isDown = true;
  expect(await cached.findByDigest(digest)()).toEqual(E.left(repositoryUnavailable('down')));
  state.isDown = false;
  expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
});

it('keeps a known key through a flood of unknown ones, and refuses those that would wait too long', async () => {
  const { state, cached } = setUp({ running: 4, waiting: 3 });
  await cached.findByDigest(digest)();
  const outcomes = await Promise.all(manyDigests(100).map((one) => cached.findByDigest(one)()));
  expect(outcomes.filter(E.isRight).length).toBe(3 + 3);
  expect(outcomes.at(-1)).toEqual(E.left(repositoryUnavailable('3 lookups of API keys are waiting')));
  state.lookups.length = 0;
  expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
  expect(state.lookups).toEqual([]);
});

it('evicts the key whose lookup is the oldest', async () => {
  const { state, cached, recognize } = setUp({ cachedKeys: 2 });
  state.isFound = () => true;
  const [first, second, third] = manyDigests(3) as [ApiKeyDigest, ApiKeyDigest, ApiKeyDigest];
  for (const one of [first, second]) await cached.findByDigest(one)();
  state.time += cacheTime;
  for (const one of [first, third]) await cached.findByDigest(one)();
  expect([first, second, third].map((one) => recognize(one)?.apiKey)).toEqual([apiKey, undefined, apiKey]);
});

it('looks a known key up while unknown ones wait', async () => {
  const { state, cached } = setUp({ running: 2, waiting: 3 });
  await cached.findByDigest(digest)();
  state.time += cacheTime;
  state.lookups.length = 0;
  const flood = manyDigests(4).map((one) => cached.findByDigest(one)());
  expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
  await Promise.all(flood);
  expect(state.lookups.indexOf(digest)).toBe(1);
  expect(state.lookups.length).toBe(5);
});

it('recognizes a key from its first lookup on, until it is no longer valid', async () => {
  const { state, cached, recognize } = setUp();
  expect(recognize(digest)).toBeUndefined();
  await cached.findByDigest(unknown)();
  await cached.findByDigest(digest)();
  state.time += 100 * cacheTime;
  expect([recognize(digest), recognize(unknown)]).toEqual([{ apiKey, isCurrent: false }, undefined]);
  state.isDown = true;
  await cached.findByDigest(digest)();
  expect(recognize(digest)).toEqual({ apiKey, isCurrent: false });
  state.isDown = false;
  state.stored = O.some({ ...apiKey, revoked: state.time as Instant });
  await cached.findByDigest(digest)();
  expect(recognize(digest)).toBeUndefined();
  state.stored = O.some(apiKey);
  state.time += cacheTime;
  await cached.findByDigest(digest)();
  expect(recognize(digest)).toEqual({ apiKey, isCurrent: true });
  state.stored = O.none;
  state.time += cacheTime;
  await cached.findByDigest(digest)();
  expect(recognize(digest)).toBeUndefined();
  state.stored = O.some({ ...apiKey, expires: (state.time + 1) as Instant });
  await cached.findByDigest(digest)();
  expect(recognize(digest)?.isCurrent).toBe(true);
  state.time += 1;
  expect(recognize(digest)).toBeUndefined();
});
