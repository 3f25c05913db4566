import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const settled = async (promise: Promise<unknown>): Promise<string> => {
  let state = 'pending';
  promise.then(
    () => {
      state = 'done';
    },
    (reason: unknown) => {
      state = `rejected: ${String(reason)}`;
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  return state;
};

test('it ends when the time is over', async () => {
  const waiting = pause(1000, undefined);
  await vi.advanceTimersByTimeAsync(999);
  expect(await settled(waiting)).toBe('pending');
  await vi.advanceTimersByTimeAsync(1);
  expect(await settled(waiting)).toBe('done');
});

test('it ends at once when it is aborted, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const waiting = pause(1000, controller.signal);
  controller.abort('enough');
  expect(await settled(waiting)).toBe('rejected: enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('it does not begin when it is aborted already', async () => {
  expect(await settled(pause(1000, AbortSignal.abort('enough')))).toBe('rejected: enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('more than a timer takes does not end at once', async () => {
  const waiting = pause(1e12, undefined);
  await vi.advanceTimersByTimeAsync(1e9);
  expect(await settled(waiting)).toBe('pending');
});

test('it lets go of the signal', async () => {
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, 'removeEventListener');
  const added = vi.spyOn(signal, 'addEventListener');
  const waiting = pause(1, signal);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(removed.mock.calls).toEqual(added.mock.calls);
  expect(added).toHaveBeenCalledTimes(1);
});
