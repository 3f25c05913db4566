import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadingPace, type Source } from './reading-pace.ts';

let time = 0;
const immediates: (() => void)[] = [];

beforeEach(() => {
  time = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('setImmediate', (callback: () => void) => void immediates.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  immediates.length = 0;
});

/** The end of a turn of the event loop that takes so long, in milliseconds: immediates wait for the next one. */
const turn = (duration: number): void => {
  time += duration;
  vi.advanceTimersByTime(duration);
  for (const callback of immediates.splice(0)) callback();
};

/** Sources by name, beside an active client with a valid key. */
const setUp = (names: string, rate = 1_000) => {
  const held = new Set<string>();
  const received = new Map<string, number>();
  const pace = createReadingPace(rate, () => time);
  const sources = [...names].map(
    (name): Source => ({
      hold: () => void held.add(name),
      release: () => void held.delete(name),
      received: () => received.get(name) ?? 0,
      isKnown: () => name === 'K',
    }),
  );
  pace.countKnown();
  const heldNow = (): string => [...held].sort().join('');
  return {
    pace,
    sources,
    heldNow,
    enter: () => sources.forEach(pace.enter),
    receive: (bytes: number, from = names): void => {
      for (const name of from) if (!held.has(name)) received.set(name, (received.get(name) ?? 0) + bytes);
    },
    heldAfter: (duration: number): string => {
      turn(duration);
      return heldNow();
    },
  };
};

it('reads one new source beside an active client with a valid key, then two, then four: newest, oldest, newest …', () => {
  const { enter, heldNow, heldAfter } = setUp('abcdefgh');
  enter();
  expect([heldNow(), heldAfter(0), heldAfter(0), heldAfter(0)]).toEqual(['abcdefgh', 'abcdefg', 'bcdefg', 'cdef']);
});

it('reads another source when one has sent a request, something else, or nothing for 4 ms', () => {
  const { pace, sources, enter, receive, heldAfter } = setUp('abcdefghijkl');
  enter();
  expect(heldAfter(0)).toBe('abcdefghijk');
  pace.countUnknown(sources[11] as Source);
  expect(heldAfter(0)).toBe('cdefghijkl');
  receive(1);
  expect(heldAfter(0)).toBe('abefghil');
  expect([heldAfter(3), heldAfter(1)]).toEqual(['abefghil', 'abcdghjl']);
});

it('reads one source after an expensive turn, and none while others arrive, but for 50 ms at most', () => {
  time = 10;
  const { pace, sources, receive, heldAfter } = setUp('abcdefghij');
  for (const source of sources.slice(0, 7)) pace.enter(source);
  const held = [heldAfter(0), heldAfter(0), heldAfter(0)];
  // Too short, then too few bytes, then both.
  for (const [duration, bytes] of [
    [4, 40_000],
    [5, 32_768],
    [5, 32_769],
  ] as const) {
    receive(bytes);
    held.push(heldAfter(duration));
  }
  expect(held.map(({ length }) => length)).toEqual([6, 5, 3, 3, 3, 6]);

  receive(40_000);
  const arrivals = sources.slice(7).map((source) => {
    pace.enter(source);
    // Several sources that are gone in one turn make no second attempt in it.
    pace.leave(source);
    pace.enter(source);
    return heldAfter(25);
  });
  expect(arrivals).toEqual(['abcefgh', 'abcefghi', 'abcdefgij']);
});

it('reads on after an expensive turn only in a turn that brings no other source', () => {
  const { pace, sources, receive, heldAfter } = setUp('ab', 20);
  pace.enter(sources[0] as Source);
  expect(heldAfter(0)).toBe('');
  receive(40_000);
  heldAfter(5);
  // Nothing is read meanwhile, because the rate does not allow it.
  pace.countUnknown(sources[0] as Source);
  expect([heldAfter(0), heldAfter(0)]).toEqual(['a', 'a']);
  pace.enter(sources[1] as Source);
  expect([heldAfter(4), heldAfter(0)]).toEqual(['ab', 'a']);
});

it('reads one source after a turn that one of several made expensive', () => {
  const { enter, receive, heldAfter } = setUp('abcdef');
  enter();
  expect([heldAfter(0), heldAfter(0), heldAfter(0)]).toEqual(['abcde', 'bcde', 'cd']);
  receive(40_000, 'b');
  expect(heldAfter(5).length).toBe(5);
});

it('reads sources that have sent requests within the rate', () => {
  const { pace, sources, heldAfter } = setUp('a', 100);
  // A twentieth of the rate comes as a burst, and as much is owed at most.
  for (let count = 0; count < 100; count++) pace.countUnknown(sources[0] as Source);
  expect([heldAfter(25), heldAfter(25), heldAfter(4)]).toEqual(['a', 'a', '']);
  time += 10_000;
  pace.countKnown();
  for (let count = 0; count < 5; count++) pace.countUnknown(sources[0] as Source);
  expect([heldAfter(0), heldAfter(4)]).toEqual(['a', '']);
});

it('lets a source go that sent a valid key, or is gone', () => {
  const { pace, sources, heldNow } = setUp('abcde', 20);
  for (const source of sources) pace.countUnknown(source);
  expect(heldNow()).toBe('abcde');
  pace.leave(sources[4] as Source);
  expect(heldNow()).toBe('abcd');
  for (const source of sources) pace.leave(source);
  turn(4);
  expect([heldNow(), vi.getTimerCount()]).toEqual(['', 0]);
});

it('keeps a source that has sent a valid key waiting for one turn only', () => {
  const { pace, sources, receive, heldNow, heldAfter } = setUp('K');
  pace.countUnknown(sources[0] as Source);
  expect([heldNow(), heldAfter(0)]).toEqual(['K', '']);
  receive(1);
  expect([heldAfter(4), heldAfter(4)]).toEqual(['', '']);
});

it('reads the next sources at once when one leaves', () => {
  const { pace, sources, heldAfter } = setUp('abcde');
  for (const source of sources) pace.countUnknown(source);
  expect(heldAfter(0)).toBe('bcde');
  pace.leave(sources[0] as Source);
  expect(heldAfter(0)).toBe('de');
});

it('holds nothing while no client with a valid key is active', () => {
  const { enter, heldNow, heldAfter } = setUp('abcdef', 1);
  time = 1_001;
  enter();
  expect(heldNow()).toBe('');
  time = 1_000;
  enter();
  expect(heldNow()).toBe('abcdef');
  expect(heldAfter(4)).toBe('');
  turn(4);
  expect(vi.getTimerCount()).toBe(0);
});
