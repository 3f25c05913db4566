import type { Instant } from '@animal-store/access';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = (check: () => Promise<string | undefined>) => {
  const state = { asked: 0, time: 5_000 };
  const problem = createReadiness(
    () => {
      state.asked++;
      return check();
    },
    { now: () => state.time as Instant },
  );
  return { state, problem };
};

it('asks once a second, whoever asks', async () => {
  const { state, problem } = setUp(() => Promise.resolve(undefined));
  expect(await Promise.all([problem(), problem()])).toEqual([undefined, undefined]);
  state.time += 999;
  await problem();
  expect(state.asked).toBe(1);
  state.time += 1;
  await problem();
  expect(state.asked).toBe(2);
});

it('asks again when the clock was set back by a second or more', async () => {
  const { state, problem } = setUp(() => Promise.resolve(undefined));
  await problem();
  state.time -= 1_000;
  await problem();
  expect(state.asked).toBe(2);
});

it('takes a rejection for a problem', async () => {
  expect(await setUp(() => Promise.reject(new Error('away'))).problem()).toBe('Error: away');
});

it('takes no response within a second for a problem', async () => {
  const answer = setUp(() => new Promise(() => undefined)).problem();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toBe('it did not respond within 1000 ms');
});
