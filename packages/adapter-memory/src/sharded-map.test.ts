import { expect, it } from 'vitest';
import { createShardedMap, shardOf, shards } from './sharded-map.ts';

const uuidOf = (n: number): string =>
  `9b2f0c1e-7d4a-4f6e-8a3b-${Math.imul(n, 0x9e3779b1).toString(16).slice(-6).padStart(12, '0')}`;

it.each([
  ['keys that count', (n: number) => `aaaaaaaa order-${n}`],
  ['UUIDs', (n: number) => `aaaaaaaa ${uuidOf(n)}`],
])('spreads %s: no part has more than twice its share', (_, keyOf) => {
  const counts = new Array<number>(shards).fill(0);
  for (let n = 0; n < 100 * shards; n++) {
    const shard = shardOf(keyOf(n));
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThan(200);
});

it('reads at most twelve characters of a key, the last ones', () => {
  expect(shardOf(`${'a'.repeat(100)}123456789012`)).toBe(shardOf('123456789012'));
});

it('returns the last value of a key, and undefined for other keys', () => {
  const map = createShardedMap<number>();
  map.set('a', 1);
  map.set('a', 2);
  map.set('', 3);
  expect([map.get('a'), map.get(''), map.get('b')]).toEqual([2, 3, undefined]);
});
