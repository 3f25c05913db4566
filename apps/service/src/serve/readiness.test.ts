import type { Instant } from '@animal-store/access';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = (check: () => Promise<boolean>) => {
  const state = { checks: 0, time: 5_000 };
  const isReady = createReadiness(
    () => {
      state.checks++;
      return check();
    },
    { now: () => state.time as Instant },
  );
  return { state, isReady };
};

it('checks the store once a second for all callers', async () => {
  const { state, isReady } = setUp(() => Promise.resolve(true));
  expect(await Promise.all([isReady(), isReady()])).toEqual([true, true]);
  state.time += 999;
  await isReady();
  expect(state.checks).toBe(1);
  state.time += 1;
  await isReady();
  expect(state.checks).toBe(2);
});

it('checks again if the clock was set back by a second or more', async () => {
  const { state, isReady } = setUp(() => Promise.resolve(true));
  await isReady();
  state.time -= 1_000;
  await isReady();
  expect(state.checks).toBe(2);
});

it('is not ready after a failed check', async () => {
  expect(await setUp(() => Promise.reject(new Error('away'))).isReady()).toBe(false);
});

it('is not ready if a check takes longer than a second', async () => {
  const ready = setUp(() => new Promise(() => undefined)).isReady();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await ready).toBe(false);
});
