import type { ApiKey, ApiKeyDigest, ApiKeyId, ApiKeyLabel, ApiKeyRepository, Instant } from '@animal-store/access';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheApiKeys } from './cache-api-keys.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // A start at 0 would mean no start.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

const digest = 'a'.repeat(64) as ApiKeyDigest;
const unknown = 'b'.repeat(64) as ApiKeyDigest;
const apiKey: ApiKey = { id: 'abcdefgh' as ApiKeyId, label: 'test' as ApiKeyLabel, digest, created: 0 as Instant };
const found = E.right(O.some(apiKey));

const setUp = () => {
  const state = { lookups: [] as ApiKeyDigest[], isDown: false, wait: Promise.resolve() };
  const findByDigest: ApiKeyRepository['findByDigest'] = (wanted) => async () => {
    state.lookups.push(wanted);
    await state.wait;
    if (state.isDown) return E.left(repositoryUnavailable('down'));
    return E.right(wanted === digest ? O.some(apiKey) : O.none);
  };
  return { state, find: cacheApiKeys({ findByDigest }) };
};

it('looks a key up once in 8 s from the start of its lookup', async () => {
  const { state, find } = setUp();
  const task = find(digest);
  expect(state.lookups).toEqual([]);
  const held = Promise.withResolvers<void>();
  state.wait = held.promise;
  const lookup = task();
  await vi.advanceTimersByTimeAsync(1_900);
  held.resolve();
  expect(await lookup).toEqual(found);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await find(digest)()).toEqual(found);
  expect(state.lookups).toEqual([digest]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await find(digest)()).toEqual(found);
  expect(state.lookups).toEqual([digest, digest]);
});

it('gives a lookup up after 2 s, and begins a new one then', async () => {
  const { state, find } = setUp();
  state.wait = new Promise(() => undefined);
  const late = find(digest)();
  await vi.advanceTimersByTimeAsync(2_000);
  const error = expect.objectContaining({ message: 'no response within 2000 ms' });
  expect(await late).toEqual(E.left(repositoryUnavailable(error)));
  state.wait = Promise.resolve();
  expect(await find(digest)()).toEqual(found);
});

it('makes concurrent lookups of one key one', async () => {
  const { state, find } = setUp();
  expect(await Promise.all(Array.from({ length: 50 }, () => find(digest)()))).toEqual(Array(50).fill(found));
  expect(state.lookups).toEqual([digest]);
});

it('keeps neither an unknown key nor a failure nor a bug', async () => {
  const { state, find } = setUp();
  expect(await find(unknown)()).toEqual(E.right(O.none));
  await find(unknown)();
  expect(state.lookups).toEqual([unknown, unknown]);
  state.isDown = true;
  expect(await find(digest)()).toEqual(E.left(repositoryUnavailable('down')));
  state.isDown = false;
  state.wait = Promise.reject(new Error('a bug'));
  await expect(find(digest)()).rejects.toEqual(new Error('a bug'));
  state.wait = Promise.resolve();
  expect(await find(digest)()).toEqual(found);
});
