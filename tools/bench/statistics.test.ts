import { describe, expect, test } from 'vitest';
import { median, ratioOf } from './statistics.ts';

describe('the median', () => {
  test.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[10, 9, 2], 9],
    [[1, 4], 2.5],
    [[8, 1, 3, 100], 5.5],
    [[], Number.NaN],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('the ratio', () => {
  test('is the median of the ratios of each round', () => {
    expect(ratioOf([100, 300, 200], [200, 400, 800])).toBe(0.5);
  });

  test('needs a pair for each round', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow('Both series must have the same number of rounds');
  });
});
