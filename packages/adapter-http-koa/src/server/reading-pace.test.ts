import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadingPace, type Source } from './reading-pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
  late = 0;
});
afterEach(() => void vi.useRealTimers());

/** How much longer, in milliseconds, the turns of the event loop took than the fake timers know. */
let late = 0;

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
  return {
    pace: createReadingPace(rate, () => performance.now() + late),
    sources,
    received,
    heldNow: () => [...held].sort().join(''),
  };
};

/** Sources whose arrival is over, so that the next turn reads some of them. */
const setUpWaiting = (names: string) => {
  const all = setUp(names);
  all.pace.countKnown();
  for (const source of all.sources) all.pace.enter(source);
  vi.advanceTimersToNextTimer();
  return all;
};

it('reads nothing while sources arrive in each turn, but for 50 ms at most', () => {
  const { pace, sources, heldNow } = setUp('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const readAfter = sources.map((source) => {
    pace.countKnown();
    pace.enter(source);
    // Others are gone in the same turn.
    for (const gone of setUp('12').sources) pace.leave(gone);
    vi.advanceTimersToNextTimer();
    return sources.indexOf(source) + 1 - heldNow().length;
  });
  expect(readAfter.lastIndexOf(0)).toBe(49);
});

it('reads one new source while a client with a valid key is active, then two, then four, then one after an expensive turn', () => {
  const { received, heldNow } = setUpWaiting('abcdefghijkl');
  /** The sources that are read in the next turn, which takes so long and brings so many bytes from each. */
  const turn = (time: number, bytes: number): number => {
    vi.advanceTimersToNextTimer();
    const read = [...'abcdefghijkl'].filter((name) => !heldNow().includes(name));
    for (const name of read) received.set(name, (received.get(name) ?? 0) + bytes);
    late += time;
    return read.length;
  };
  const read = [turn(5, 1), turn(3, 16_385), turn(5, 16_385), turn(5, 16_385), turn(0, 1)];
  expect(read).toEqual([1, 2, 4, 1, 1]);
});

it('reads the newest source, the oldest, and then another when one has sent something, or nothing for 4 ms', () => {
  const { pace, sources, received, heldNow } = setUpWaiting('abcdefgh');
  const heldAfter = (time: number): string => {
    vi.advanceTimersByTime(time);
    return heldNow();
  };
  expect([heldAfter(1), heldAfter(1), heldAfter(1)]).toEqual(['abcdefg', 'bcdefg', 'cdef']);
  pace.countUnknown(sources[7] as Source);
  expect(heldAfter(1)).toBe('defh');
  received.set('a', 1);
  expect([heldAfter(1), heldAfter(4)]).toEqual(['aefh', 'acdh']);
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
  expect(heldNow()).toBe('abcdef');
  vi.advanceTimersByTime(1_020);
  expect([heldNow(), vi.getTimerCount()]).toEqual(['', 0]);
});
