import { expect, it } from 'vitest';
import { blockOf, nextId } from './timelines.ts';

const block = 2n ** 32n;

it.each<[last: bigint, block: bigint, timeline: bigint, next: bigint]>([
  [0n, 0n, 1n, 1n],
  [41n, 0n, 1n, 42n],
  [41n, 0n, 2n, block],
  [41n, 0n, 3n, 2n * block],
  [block + 41n, 1n, 2n, block + 42n],
  [block - 1n, 0n, 1n, 256n * block],
  [block + 41n, 0n, 1n, 256n * block],
  [41n, 0n, 257n, 42n],
  [41n, 1n, 2n, 257n * block],
  [41n, 1n, 3n, 2n * block],
  [2n ** 53n - 2n, 0n, 1n, 2n ** 53n],
  [2n ** 53n - 2n, 0n, 256n, 2n ** 53n - 1n],
])('after the id %s, with block %s in use, timeline %s begins with %s', (last, used, timeline, next) => {
  expect(nextId(last, used, timeline)).toBe(next);
});

it('gives servers that were promoted one after another different blocks', () => {
  const blocks = Array.from({ length: 255 }, (_, promotions) => blockOf(nextId(41n, 0n, BigInt(promotions + 1))));
  expect(new Set(blocks).size).toBe(255);
});
