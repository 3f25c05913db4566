import { maxInt64, minInt64 } from '@animal-store/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apiKeys, int64s, newPets, petNames } from '../src/arbitraries.ts';

const sampled = <A>(arbitrary: fc.Arbitrary<A>): readonly A[] => fc.sample(arbitrary, { numRuns: 2000, seed: 1 });

it.each<readonly [what: string, found: readonly unknown[], wanted: readonly unknown[]]>([
  ['both ends and what a double would round', sampled(int64s), [minInt64, maxInt64, 2n ** 53n + 1n, 0n, -1n]],
  ['every status and none', sampled(newPets).map(({ status }) => status), [undefined, 'available', 'pending', 'sold']],
  ['an empty name', sampled(petNames), ['']],
  ['decomposed names', sampled(petNames).map((name) => name.includes('e\u0301')), [true, false]],
  ['astral names', sampled(petNames).map((name) => /[\u{10000}-\u{10ffff}]/u.test(name)), [true, false]],
  ['names with U+0000', sampled(petNames).map((name) => name.includes('\0')), [true, false]],
  ['keys with an expiry and without', sampled(apiKeys).map((key) => 'expires' in key), [true, false]],
  ['keys that are revoked and not', sampled(apiKeys).map((key) => 'revoked' in key), [true, false]],
])('arbitraries generate %s', (_, found, wanted) => {
  expect(found).toEqual(expect.arrayContaining([...wanted]));
});
