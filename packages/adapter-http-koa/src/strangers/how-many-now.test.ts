import { expect, it } from 'vitest';
import { earn, howManyNow, spend } from './how-many-now.ts';

it.each([
  [1, 5, 32_768, 2],
  [2, 4, 32_769, 4],
  [4, 4, 0, 4],
  [4, 5, 32_769, 1],
])('after %i at once, in a turn of %i ms with %i bytes from one of them, reads %i', (atOnce, duration, bytes, next) => {
  expect(howManyNow(atOnce, { duration, bytes })).toBe(next);
});

it.each([
  ['as many requests as the rate allows in the time', { left: 0, at: 100 }, 120, 2],
  ['a twentieth of the rate at most', { left: 4, at: 100 }, 10_000, 5],
])('earns %s', (_, credit, now, left) => {
  expect(earn(credit, 100, now)).toEqual({ left, at: now });
});

it('owes a twentieth of the rate at most', () => {
  const spent = [0, -4, -5].map((left) => spend({ left, at: 1 }, 100).left);
  expect(spent).toEqual([-1, -5, -5]);
});
