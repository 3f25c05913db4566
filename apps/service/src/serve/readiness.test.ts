import type { Instant } from '@animal-store/access';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = (check: () => Promise<boolean>) => {
  const state = { asked: 0, time: 5_000 };
  const isReady = createReadiness(
    () => {
      state.asked++;
      return check();
    },
    { now: () => state.time as Instant },
  );
  return { state, isReady };
};

it('asks once a second, whoever asks', async () => {
  const { state, isReady } = setUp(() => Promise.resolve(true));
  expect(await Promise.all([isReady(), isReady()])).toEqual([true, true]);
  state.time += 999;
  await isReady();
  expect(state.asked).toBe(1);
  state.time += 1;
  await isReady();
  expect(state.asked).toBe(2);
});

it('asks again when the clock was set back by a second or more', async () => {
  const { state, isReady } = setUp(() => Promise.resolve(true));
  await isReady();
  state.time -= 1_000;
  await isReady();
  expect(state.asked).toBe(2);
});

it('takes a failure for a no', async () => {
  expect(await setUp(() => Promise.reject(new Error('away'))).isReady()).toBe(false);
});

it('takes no answer within a second for a no', async () => {
  const answer = setUp(() => new Promise(() => undefined)).isReady();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toBe(false);
});
