import type { Instant } from '@animal-store/access';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = (check: () => Promise<string | undefined>, detail?: () => string | undefined) => {
  const state = { checks: 0, time: 5_000 };
  const problem = createReadiness(
    () => {
      state.checks++;
      return check();
    },
    { now: () => state.time as Instant },
    detail,
  );
  return { state, problem };
};

it('checks the store once a second for all callers', async () => {
  const { state, problem } = setUp(() => Promise.resolve(undefined));
  expect(await Promise.all([problem(), problem()])).toEqual([undefined, undefined]);
  state.time += 999;
  await problem();
  expect(state.checks).toBe(1);
  state.time += 1;
  await problem();
  expect(state.checks).toBe(2);
  // The clock is set back.
  state.time -= 1_000;
  await problem();
  expect(state.checks).toBe(3);
});

it('has a problem after a failed check', async () => {
  expect(await setUp(() => Promise.reject(new Error('away'))).problem()).toBe('Error: away');
});

it('has a problem if a check takes longer than a second', async () => {
  const found = setUp(() => new Promise(() => undefined)).problem();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await found).toBe('it did not respond within 1000 ms');
});

it('names what the store found wrong, and the reason that a late check found, while checks are late', async () => {
  const check = () => new Promise<string>((resolve) => setTimeout(resolve, 1_500, 'no server was found'));
  const { state, problem } = setUp(check, () => 'connection refused');
  const first = problem();
  await vi.advanceTimersByTimeAsync(1_500);
  state.time += 1_500;
  const second = problem();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await first, await second]).toEqual([
    'it did not respond within 1000 ms: connection refused',
    'no server was found: connection refused',
  ]);
});
