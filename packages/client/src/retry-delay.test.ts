import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRetryAfter, retryDelay } from './retry-delay.ts';

describe('readRetryAfter', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-08T12:00:00Z') }));

  afterEach(() => void vi.useRealTimers());

  test.each([
    [null, undefined],
    ['0', 0],
    ['1', 1000],
    ['120', 120_000],
    ['Sun, 08 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 08 Nov 2026 11:00:00 GMT', 0],
    ['7s', undefined],
    ['x7', undefined],
    ['', undefined],
  ])('%j', (header, wait) => {
    expect(readRetryAfter(header)).toBe(wait);
  });
});

describe('retryDelay', () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    [0, undefined, 0, 100],
    [0, undefined, 0.5, 150],
    [1, undefined, 0, 200],
    [1, undefined, 0.5, 300],
    [2, undefined, 0.25, 500],
    [0, 0, 0, 0],
    [0, 1000, 0, 1000],
    [0, 1000, 0.5, 1050],
    [2, 1000, 0.5, 1200],
  ])('of retry %d after %s with the random number %d', (retry, retryAfter, chance, delay) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    expect(retryDelay(retry, retryAfter)).toBe(delay);
  });
});
