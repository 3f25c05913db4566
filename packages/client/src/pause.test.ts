import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rejection } from '../test/rejection.ts';
import { pause } from './pause.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

test.each([1000, 2 ** 31 - 1])('it ends when %d ms are over', async (milliseconds) => {
  const ended = vi.fn();
  pause(milliseconds, undefined).then(ended);
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('more than a timer takes does not end at once', async () => {
  pause(1e12, undefined);
  await vi.advanceTimersByTimeAsync(1e9);
  expect(vi.getTimerCount()).toBe(1);
});

test('it ends at once when it is aborted, or was before, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const waiting = rejection(pause(1000, controller.signal));
  controller.abort('enough');
  expect([await waiting, await rejection(pause(1000, controller.signal))]).toEqual(['enough', 'enough']);
  expect(vi.getTimerCount()).toBe(0);
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
