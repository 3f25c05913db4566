import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { Instant, later } from './instant.ts';

describe('Instant', () => {
  it.each([0, 8.64e15, -8.64e15])('takes %d', (instant) => {
    expect(Instant.decode(instant)).toEqual(E.right(instant));
    expect(Instant.is(instant)).toBe(true);
  });

  it.each([0.5, 8.64e15 + 1, -8.64e15 - 1, Number.NaN, Number.POSITIVE_INFINITY, 0n, '0', null, new Date(0)])(
    'refuses %s',
    (instant) => {
      expect(violationsOf(Instant, instant)).toEqual([
        { path: '', message: 'must be whole milliseconds since 1970-01-01T00:00:00Z' },
      ]);
      expect(Instant.is(instant)).toBe(false);
    },
  );
});

describe('later', () => {
  const instant = known(Instant);

  it('adds milliseconds', () => {
    expect([later(0)(instant(5)), later(7)(instant(5)), later(-7)(instant(5))]).toEqual([5, 12, -2]);
  });

  it('stops at the last instant there is', () => {
    expect(later(1)(instant(8.64e15 - 1))).toBe(8.64e15);
    expect(later(1)(instant(8.64e15))).toBe(8.64e15);
    expect(later(8.64e15)(instant(1_764_892_800_000))).toBe(8.64e15);
  });
});
