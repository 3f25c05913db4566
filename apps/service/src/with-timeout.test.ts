import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => 'late';

it('returns a result that is in time, and leaves no timer', async () => {
  expect(await withTimeout(10, Promise.resolve('in time'), late)).toBe('in time');
  expect(vi.getTimerCount()).toBe(0);
});

it('is rejected like the promise, and leaves no timer', async () => {
  await expect(withTimeout(10, Promise.reject(new Error('bug')), late)).rejects.toEqual(new Error('bug'));
  expect(vi.getTimerCount()).toBe(0);
});

it('waits no longer than that, and ignores a later failure', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const outcome = withTimeout(10, promise, late);
  await vi.advanceTimersByTimeAsync(9);
  expect(await Promise.race([outcome, Promise.resolve('waiting')])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('late');
  reject(new Error('later'));
  await vi.advanceTimersByTimeAsync(0);
});
