import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadingPace } from './reading-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const manySources = (count: number) => {
  const held = new Set<number>();
  const sources = Array.from({ length: count }, (_, index) => ({
    hold: () => void held.add(index),
    release: () => void held.delete(index),
  }));
  return { held, sources };
};

it('holds sources above the rate while a client with a valid key is active, and releases them in order', () => {
  const pace = createReadingPace(1_000);
  const { held, sources } = manySources(300);
  const now = performance.now();
  pace.countKnown();
  for (const source of sources) pace.countUnknown(source, now);
  // A fifth of the rate comes as a burst.
  expect([held.size, held.has(198), held.has(199)]).toEqual([101, false, true]);
  vi.advanceTimersByTime(100);
  expect([held.size, held.has(199), held.has(299)]).toEqual([101, true, true]);
  vi.advanceTimersByTime(50);
  expect([held.size, held.has(199), held.has(299)]).toEqual([51, false, true]);
  vi.advanceTimersByTime(100);
  expect(held.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['no client with a valid key is active', 1_001, 0],
  ['a source asks twice a second', 0, 501],
])('holds nothing when %s', (_, sinceKnown, sincePrevious) => {
  const pace = createReadingPace(10);
  const { held, sources } = manySources(100);
  pace.countKnown();
  vi.advanceTimersByTime(sinceKnown);
  for (const source of sources) pace.countUnknown(source, performance.now() - sincePrevious);
  expect(held.size).toBe(0);
});

it('lets new sources in one by one, the newest first, while a client with a valid key is active', () => {
  const pace = createReadingPace(1_000);
  const { held, sources } = manySources(4);
  const [first, second, third, last] = sources;
  if (first === undefined || second === undefined || third === undefined || last === undefined) throw new Error('four');
  pace.countNewcomer(first);
  expect(held.size).toBe(0);
  pace.countKnown();
  for (const source of [first, second, third]) pace.countNewcomer(source);
  expect([...held]).toEqual([0, 1, 2]);
  vi.advanceTimersToNextTimer();
  expect([...held]).toEqual([0, 1]);
  pace.forget(second);
  pace.countNewcomer(last);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect([[...held], vi.getTimerCount()]).toEqual([[1], 0]);
});

it('forgets a source that is gone', () => {
  const pace = createReadingPace(10);
  const { held, sources } = manySources(3);
  pace.countKnown();
  for (const source of sources) pace.countUnknown(source, performance.now());
  expect(held.size).toBe(2);
  const [, second, third] = sources;
  if (second === undefined || third === undefined) throw new Error('three sources');
  pace.forget(second);
  pace.forget(third);
  vi.advanceTimersByTime(1_000);
  expect([held.size, vi.getTimerCount()]).toEqual([2, 0]);
});
