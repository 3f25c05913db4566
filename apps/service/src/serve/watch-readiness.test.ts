import type { Instant } from '@animal-store/access';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchReadiness } from './watch-readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = () => {
  const state = { problem: undefined as string | undefined, lines: [] as unknown[] };
  const log =
    (level: string) =>
    (...line: readonly unknown[]): void =>
      void state.lines.push([level, ...line]);
  const watch = watchReadiness(
    { title: 'the store', problem: () => Promise.resolve(state.problem) },
    { now: () => Date.now() as Instant },
    { info: log('info'), warn: log('warn') },
  );
  return { state, watch };
};

it('logs once that the store is not ready, and once that it is ready again, with no probe', async () => {
  const { state, watch } = setUp();
  expect(watch.isReady()).toBe(false);
  await watch.start();
  expect([watch.isReady(), watch.reason()]).toEqual([true, undefined]);
  state.problem = 'no primary';
  await vi.advanceTimersByTimeAsync(5_000);
  expect([watch.isReady(), watch.reason()]).toEqual([false, 'no primary']);
  state.problem = 'refused';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.reason()).toBe('refused');
  state.problem = undefined;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.lines).toEqual([
    ['warn', { reason: 'no primary' }, 'the store is not ready: requests that need it get 503 until it is'],
    ['info', { downFor: 15_000 }, 'the store is ready again'],
  ]);
});

it('notes a change at a probe, before the timer does', async () => {
  const { state, watch } = setUp();
  state.problem = 'refused';
  expect(await watch.check()).toBe(false);
  state.problem = undefined;
  expect(await watch.check()).toBe(true);
  expect(state.lines).toHaveLength(2);
});

it('is not ready once it stops, checks no more and logs nothing about it', async () => {
  const { state, watch } = setUp();
  await watch.start();
  const late = watch.check();
  watch.stop();
  expect([await late, await watch.check(), watch.reason()]).toEqual([false, false, 'the service is stopping']);
  expect([vi.getTimerCount(), state.lines]).toEqual([0, []]);
});
