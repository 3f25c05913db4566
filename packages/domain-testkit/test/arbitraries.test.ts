import { maxInt64, minInt64 } from '@animal-store/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as arbitraries from '../src/arbitraries.ts';

const sampled = <A>(arbitrary: fc.Arbitrary<A>): readonly A[] => fc.sample(arbitrary, { numRuns: 2000, seed: 1 });

// Each value is decoded by the codec of the domain, which throws for one that it refuses.
it.each(Object.entries<fc.Arbitrary<unknown>>(arbitraries))(
  '%s generates only values that the domain takes',
  (_, arbitrary) => {
    expect(sampled(arbitrary)).toHaveLength(2000);
  },
);

it('int64s reaches both ends and what a double would round', () => {
  const values = new Set<bigint>(sampled(arbitraries.int64s));
  expect(
    [minInt64, maxInt64, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 0n, -1n].filter((value) => !values.has(value)),
  ).toEqual([]);
});

it('newPets generates animals of every status and of none', () => {
  expect(new Set(sampled(arbitraries.newPets).map(({ status }) => status))).toEqual(
    new Set([undefined, 'available', 'pending', 'sold']),
  );
});

it('petNames generates empty, decomposed, astral names and names with U+0000', () => {
  const names = sampled(arbitraries.petNames);
  const kinds = [/^$/, /e\u0301/, /[\u{10000}-\u{10ffff}]/u, /\0/].map((kind) => names.some((name) => kind.test(name)));
  expect(kinds).toEqual([true, true, true, true]);
});

it('apiKeys generates keys with and without an expiry and a revocation', () => {
  const kinds = sampled(arbitraries.apiKeys).map((key) => `${'expires' in key} ${'revoked' in key}`);
  expect([...new Set(kinds)].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
});
