import type { ApiKey, ApiKeyDigest, ApiKeyId, ApiKeyLabel, Authenticate, Instant } from '@animal-store/access';
import { systemClock as clock, nodeKeyMaterial as keyMaterial } from '@animal-store/access/node';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheAuthentication } from './cache-authentication.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  // A start at 0 would mean no start.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

const digest = 'a'.repeat(64) as ApiKeyDigest;
const apiKey: ApiKey = { id: 'abcdefgh' as ApiKeyId, label: 'test' as ApiKeyLabel, digest, created: 0 as Instant };
const unknown = E.left({ _tag: 'Unauthenticated', reason: 'unknown' } as const);

const setUp = () => {
  const state = {
    lookups: [] as string[],
    outcome: E.right(apiKey) as Awaited<ReturnType<ReturnType<Authenticate>>>,
    wait: Promise.resolve(),
  };
  const authenticate: Authenticate = (credential) => async () => {
    state.lookups.push(credential);
    await state.wait;
    return credential === 'key' ? state.outcome : unknown;
  };
  return { state, find: cacheAuthentication(authenticate, { clock, keyMaterial }) };
};

it('looks a key up once in 8 s from the start of its lookup, for concurrent requests too', async () => {
  const { state, find } = setUp();
  const task = find('key');
  expect(state.lookups).toEqual([]);
  const held = Promise.withResolvers<void>();
  state.wait = held.promise;
  const slow = Promise.all([task(), find('key')()]);
  await vi.advanceTimersByTimeAsync(1_900);
  held.resolve();
  expect(await slow).toEqual([E.right(apiKey), E.right(apiKey)]);
  await vi.advanceTimersByTimeAsync(6_090);
  expect(await find('key')()).toEqual(E.right(apiKey));
  expect(state.lookups).toEqual(['key']);
  await vi.advanceTimersByTimeAsync(20);
  expect(await find('key')()).toEqual(E.right(apiKey));
  expect(state.lookups).toEqual(['key', 'key']);
});

it('gives a lookup up after 2 s', async () => {
  const { state, find } = setUp();
  state.wait = new Promise(() => undefined);
  const late = find('key')();
  await vi.advanceTimersByTimeAsync(2_000);
  const cause = expect.objectContaining({ message: 'no response within 2000 ms' });
  expect(await late).toEqual(E.left(repositoryUnavailable(cause)));
  state.wait = Promise.resolve();
  expect(await find('key')()).toEqual(E.right(apiKey));
});

it('does not use a kept key that has expired', async () => {
  const { state, find } = setUp();
  state.outcome = E.right({ ...apiKey, expires: 5_000 as Instant });
  expect(await find('key')()).toEqual(state.outcome);
  await vi.advanceTimersByTimeAsync(4_990);
  await find('key')();
  expect(state.lookups).toEqual(['key']);
  state.outcome = unknown;
  await vi.advanceTimersByTimeAsync(10);
  expect(await find('key')()).toEqual(unknown);
  expect(state.lookups).toEqual(['key', 'key']);
});

it('keeps neither an unknown key nor a failure nor a bug', async () => {
  const { state, find } = setUp();
  expect(await find('other')()).toEqual(unknown);
  await find('other')();
  expect(state.lookups).toEqual(['other', 'other']);
  state.outcome = E.left(repositoryUnavailable('down'));
  expect(await find('key')()).toEqual(state.outcome);
  state.outcome = E.right(apiKey);
  state.wait = Promise.reject(new Error('a bug'));
  await expect(find('key')()).rejects.toEqual(new Error('a bug'));
  state.wait = Promise.resolve();
  expect(await find('key')()).toEqual(E.right(apiKey));
});
