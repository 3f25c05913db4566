import type { Instant } from '@animal-store/access';
import { describe, expect, it } from 'vitest';
import { petRemoval } from './pet-removal.ts';

const removal = Date.parse('2030-12-05T00:00:00.000Z');
const clockAt = (instant: number): { now: () => Instant } => ({ now: () => instant as Instant });

describe('petRemoval', () => {
  it.each([
    ['long before', 0, false],
    ['a millisecond before', removal - 1, false],
    ['at the instant', removal, true],
    ['a millisecond after', removal + 1, true],
    ['at the end of time', 8.64e15, true],
  ])('%s', (_, instant, removed) => {
    expect(petRemoval(clockAt(instant), 'gone')()).toBe(removed);
    expect(petRemoval(clockAt(instant), 'serve')()).toBe(false);
  });

  it('reads the clock each time', () => {
    let now = removal - 1;
    const isRemoved = petRemoval({ now: () => now as Instant }, 'gone');
    expect(isRemoved()).toBe(false);
    now += 1;
    expect(isRemoved()).toBe(true);
  });
});
