import { expect, it } from 'vitest';
import { nextId } from './timelines.ts';

const block = 2n ** 32n;

it.each<[last: bigint, known: bigint, timeline: bigint, next: bigint]>([
  [0n, 0n, 1n, 1n],
  [41n, 41n, 1n, 42n],
  [41n, 0n, 2n, block],
  [41n, 99n, 2n, block],
  [41n, 0n, 3n, 2n * block],
  [block + 41n, 0n, 2n, block + 42n],
  [block - 1n, 0n, 1n, 256n * block],
  [block + 41n, 0n, 1n, 256n * block],
  [41n, 0n, 257n, 42n],
  [block - 1n, block + 5n, 2n, 257n * block],
  [41n, block + 5n, 3n, 2n * block],
  [2n ** 53n - 2n, 0n, 1n, 2n ** 53n],
  [2n ** 53n - 2n, 0n, 256n, 2n ** 53n - 1n],
])('after the id %s, if %s is known, a server on timeline %s begins with %s', (last, known, timeline, next) => {
  expect(nextId(last, known, timeline)).toBe(next);
});
