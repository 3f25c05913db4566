import { either as E, option as O } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { repositoryUnavailable } from '../errors.ts';
import type { Instant } from '../instant.ts';
import type { ApiKeyRepository } from '../ports/api-key-repository.ts';
import type { ApiKey, ApiKeyDigest, ApiKeyId, ApiKeyLabel } from './api-key.ts';
import { apiKeyCacheTime, cacheApiKeys, type Limit } from './cache-api-keys.ts';

const digest = 'a'.repeat(64) as ApiKeyDigest;
const unknown = 'b'.repeat(64) as ApiKeyDigest;
const apiKey: ApiKey = { id: 'abcdefgh' as ApiKeyId, label: 'test' as ApiKeyLabel, digest, created: 0 as Instant };

const setUp = () => {
  const state = { time: 1_000, asked: [] as ApiKeyDigest[], stored: O.some(apiKey), isDown: false };
  const unused = (): never => {
    throw new Error('not expected');
  };
  const repository: ApiKeyRepository = {
    add: unused,
    list: unused,
    find: unused,
    recordUse: unused,
    findByDigest: (wanted) => async () => {
      state.asked.push(wanted);
      if (state.isDown) return E.left(repositoryUnavailable('down'));
      return E.right(wanted === digest ? state.stored : O.none);
    },
    revoke: (_id, from) => async () => {
      state.stored = O.some({ ...apiKey, revoked: from });
      return E.right(state.stored);
    },
  };
  const clock = { now: () => state.time as Instant };
  return { state, repository, clock, cached: cacheApiKeys(repository, clock) };
};

describe('cacheApiKeys', () => {
  it('asks once for a key within the cache time, and again after it', async () => {
    const { state, cached } = setUp();
    expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
    state.time += apiKeyCacheTime - 1;
    expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
    expect(state.asked).toEqual([digest]);
    state.time += 1;
    await cached.findByDigest(digest)();
    expect(state.asked).toEqual([digest, digest]);
  });

  it('counts the time from the question, not from the answer', async () => {
    const { state, cached } = setUp();
    const answer = cached.findByDigest(digest)();
    state.time += apiKeyCacheTime;
    await answer;
    await cached.findByDigest(digest)();
    expect(state.asked).toEqual([digest, digest]);
  });

  it('does not let an entry live longer when the clock is set back', async () => {
    const { state, cached } = setUp();
    await cached.findByDigest(digest)();
    state.time -= 1;
    await cached.findByDigest(digest)();
    expect(state.asked).toEqual([digest, digest]);
  });

  it('shares one lookup between requests at the same time', async () => {
    const { state, cached } = setUp();
    const found = await Promise.all(Array.from({ length: 50 }, () => cached.findByDigest(digest)()));
    expect(found).toEqual(Array.from({ length: 50 }, () => E.right(O.some(apiKey))));
    expect(state.asked).toEqual([digest]);
  });

  it('limits every question that waits for a lookup, and none whose answer is remembered', async () => {
    const { state, repository, clock } = setUp();
    let asked = 0;
    const limit: Limit = (question) => async () => {
      asked++;
      await question();
      return E.left(repositoryUnavailable('late'));
    };
    const cached = cacheApiKeys(repository, clock, limit);
    const late = E.left(repositoryUnavailable('late'));
    expect(await Promise.all([cached.findByDigest(digest)(), cached.findByDigest(digest)()])).toEqual([late, late]);
    expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
    expect([asked, state.asked]).toEqual([2, [digest]]);
  });

  it('remembers neither an unknown key nor a failure', async () => {
    const { state, cached } = setUp();
    await cached.findByDigest(unknown)();
    await cached.findByDigest(unknown)();
    expect(state.asked).toEqual([unknown, unknown]);
    state.isDown = true;
    expect(await cached.findByDigest(digest)()).toEqual(E.left(repositoryUnavailable('down')));
    state.isDown = false;
    expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
  });

  it('gives a revoked key as revoked at once when it was revoked here', async () => {
    const { state, cached } = setUp();
    await cached.findByDigest(digest)();
    await cached.revoke(apiKey.id, state.time as Instant)();
    expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some({ ...apiKey, revoked: state.time })));
  });

  it('keeps a known key through a flood of unknown ones', async () => {
    const { state, cached } = setUp();
    await cached.findByDigest(digest)();
    const flood = Array.from({ length: 20_000 }, (_, n) => n.toString(16).padStart(64, '0') as ApiKeyDigest);
    const outcomes = await Promise.all(flood.map((one) => cached.findByDigest(one)()));
    expect(outcomes.filter(E.isRight).length).toBe(8 + 1_000);
    state.asked.length = 0;
    expect(await cached.findByDigest(digest)()).toEqual(E.right(O.some(apiKey)));
    expect(state.asked).toEqual([]);
  });

  it('does nothing before it is run', () => {
    const { state, cached } = setUp();
    cached.findByDigest(digest);
    cached.revoke(apiKey.id, 5 as Instant);
    expect([state.asked, state.stored]).toEqual([[], O.some(apiKey)]);
  });
});
