import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadingPace, type Source } from './reading-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sources by name, and those of them that are held. */
const setUp = (names: string, rate = 1_000) => {
  const held = new Set<string>();
  const received = new Map<string, number>();
  const sources = [...names].map(
    (name): Source => ({
      hold: () => void held.add(name),
      release: () => void held.delete(name),
      received: () => received.get(name) ?? 0,
    }),
  );
  return { pace: createReadingPace(rate), sources, received, heldNow: () => [...held].sort().join('') };
};

it('reads four new sources at once while a client with a valid key is active: the newest and the oldest', () => {
  const { pace, sources, heldNow } = setUp('abcdef');
  pace.countKnown();
  for (const source of sources) pace.enter(source);
  expect(heldNow()).toBe('abcdef');
  vi.advanceTimersByTime(0);
  expect(heldNow()).toBe('cd');
});

it('reads another source when one has sent a request, something else, or nothing for 4 ms', () => {
  const { pace, sources, received, heldNow } = setUp('abcdefgh');
  pace.countKnown();
  for (const source of sources) pace.enter(source);
  vi.advanceTimersByTime(1);
  expect(heldNow()).toBe('cdef');
  pace.countUnknown(sources[7] as Source);
  vi.advanceTimersByTime(1);
  expect(heldNow()).toBe('defh');
  received.set('a', 1);
  vi.advanceTimersByTime(1);
  expect(heldNow()).toBe('aefh');
  vi.advanceTimersByTime(4);
  expect(heldNow()).toBe('abgh');
});

it('reads sources that have sent requests within the rate', () => {
  const { pace, sources, heldNow } = setUp('abcd', 100);
  pace.countKnown();
  const [first] = sources;
  // A twentieth of the rate comes as a burst, and as much is owed at most.
  for (let count = 0; count < 100; count++) pace.countUnknown(first as Source);
  vi.advanceTimersByTime(40);
  expect(heldNow()).toBe('a');
  vi.advanceTimersByTime(20);
  expect(heldNow()).toBe('');
});

it('lets a source go that sent a valid key, or is gone', () => {
  const { pace, sources, heldNow } = setUp('abcde', 20);
  pace.countKnown();
  for (const source of sources) pace.countUnknown(source);
  expect(heldNow()).toBe('abcde');
  pace.leave(sources[4] as Source);
  expect(heldNow()).toBe('abcd');
  for (const source of sources) pace.leave(source);
  vi.advanceTimersByTime(20);
  expect([heldNow(), vi.getTimerCount()]).toEqual(['', 0]);
});

it('holds nothing while no client with a valid key is active', () => {
  const { pace, sources, heldNow } = setUp('abcdef', 1);
  for (const source of sources) pace.enter(source);
  for (const source of sources) pace.countUnknown(source);
  expect(heldNow()).toBe('');
  pace.countKnown();
  for (const source of sources) pace.enter(source);
  vi.advanceTimersByTime(0);
  expect(heldNow()).toBe('cd');
  vi.advanceTimersByTime(1_020);
  expect([heldNow(), vi.getTimerCount()]).toEqual(['', 0]);
});
