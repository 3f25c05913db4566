import { known } from '@animal-store/testkit/known';
import { expect, it } from 'vitest';
import { Instant, later } from './instant.ts';

it.each([
  [0, 5, 5],
  [7, 5, 12],
  [-7, 5, -2],
  [1, 8.64e15 - 1, 8.64e15],
  [1, 8.64e15, 8.64e15],
  [8.64e15, 1_764_892_800_000, 8.64e15],
])('%d ms later than %d is %d, at most the last instant there is', (milliseconds, instant, expected) => {
  expect(later(milliseconds)(known(Instant)(instant))).toBe(expected);
});
