import { ApiKey, ApiKeyDigest, ApiKeyId, Instant } from '@animal-store/access';
import {
  CategoryId,
  IdempotencyKey,
  IdempotencyScope,
  Int64,
  maxInt64,
  minInt64,
  NewPet,
  PetId,
  PetName,
  PetStatus,
} from '@animal-store/domain';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import * as arbitraries from '../src/arbitraries.ts';
import type { Decoder } from '../src/samples.ts';

const sampled = <A>(arbitrary: fc.Arbitrary<A>): readonly A[] => fc.sample(arbitrary, { numRuns: 2000, seed: 1 });

const codecs: readonly (readonly [name: string, arbitrary: fc.Arbitrary<unknown>, codec: Decoder<unknown>])[] = [
  ['int64s', arbitraries.int64s, Int64],
  ['categoryIds', arbitraries.categoryIds, CategoryId],
  ['petIds', arbitraries.petIds, PetId],
  ['petNames', arbitraries.petNames, PetName],
  ['petStatuses', arbitraries.petStatuses, PetStatus],
  ['newPets', arbitraries.newPets, NewPet],
  ['idempotencyKeys', arbitraries.idempotencyKeys, IdempotencyKey],
  ['apiKeyIds', arbitraries.apiKeyIds, ApiKeyId],
  ['apiKeyDigests', arbitraries.apiKeyDigests, ApiKeyDigest],
  ['instants', arbitraries.instants, Instant],
  ['apiKeys', arbitraries.apiKeys, ApiKey],
];

it.each(codecs)('%s generates only values that the domain takes, unchanged', (_, arbitrary, codec) => {
  const values = sampled(arbitrary);
  expect(values.map(codec.decode)).toStrictEqual(values.map((value) => E.right(value)));
});

it('idempotencies generates scopes and keys that the domain takes', () => {
  for (const { scope, key } of sampled(arbitraries.idempotencies)) {
    expect([ApiKeyId.is(scope), IdempotencyScope.is(scope), IdempotencyKey.is(key)]).toEqual([true, true, true]);
  }
});

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
