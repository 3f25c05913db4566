import type { ApiKeyId } from '@animal-store/access';
import { expect, it } from 'vitest';
import { requestLimits } from '../limits.ts';
import { createSlots, type KeySlot, type Refusal, type Slot, type Slots } from './slots.ts';

const [a, b] = ['aaaaaaaa', 'bbbbbbbb'] as ApiKeyId[];

const limits = {
  ...requestLimits,
  maxRequestsInFlight: 5,
  maxUnauthenticatedInFlight: 2,
  maxBytesInFlight: 100,
  maxKeySharePercent: 50,
};

const taken = <A extends object>(slot: A | Refusal): A => {
  if (typeof slot === 'string') throw new Error(slot);
  return slot;
};

const takenBy = (slots: Slots, key = a): KeySlot => taken(taken(slots.take(key)).assign(key as ApiKeyId));

const takeMany = (slots: Slots, count: number, key?: ApiKeyId): readonly Slot[] =>
  Array.from({ length: count }, () => taken(slots.take(key)));

it('are limited to a share per key, rounded up, and to a total', () => {
  const slots = createSlots(limits);
  const [first] = takeMany(slots, 3, a);
  expect(slots.take(a)).toBe('share-taken');
  const [second] = takeMany(slots, 2, b);
  expect([slots.take(a), slots.take(b)]).toEqual(['all-taken', 'all-taken']);
  first?.free();
  second?.free();
  taken(slots.take(a));
  expect(slots.take(a)).toBe('share-taken');
});

it('are limited to a share of each key, however many keys there are', () => {
  const slots = createSlots({ ...limits, maxRequestsInFlight: 4_000, maxKeySharePercent: 0.05 });
  const keys = Array.from({ length: 1_500 }, (_, index) => `${index}` as ApiKeyId);
  for (const [first] of keys.map((key) => takeMany(slots, 2, key))) first?.free();
  for (const key of keys) taken(slots.take(key));
  expect(keys.map((key) => slots.take(key))).toEqual(keys.map(() => 'share-taken'));
});

it('of unknown keys are separate, and move to the known ones when the key is found', () => {
  const slots = createSlots(limits);
  const [first, second] = takeMany(slots, 2);
  expect(slots.take(undefined)).toBe('all-taken');
  const known = taken(first?.assign(a as ApiKeyId) ?? 'all-taken');
  known.free();
  known.free();
  const third = taken(slots.take(undefined));
  takeMany(slots, 3, a);
  expect(second?.assign(a as ApiKeyId)).toBe('share-taken');
  second?.free();
  second?.free();
  third.free();
  takeMany(slots, 2);
  expect(slots.take(undefined)).toBe('all-taken');
});

it('give back every byte, even if more was held than the budget', () => {
  const slots = createSlots(limits);
  const [one, other] = [takenBy(slots), takenBy(slots, b)];
  one.hold(49);
  expect([one.spent(), other.spent()]).toEqual([undefined, undefined]);
  one.hold(1);
  expect([one.spent(), other.spent()]).toEqual(['share-taken', undefined]);
  other.hold(50);
  expect([one.spent(), other.spent()]).toEqual(['all-taken', 'all-taken']);
  other.hold(1_000);
  other.free();
  expect(one.spent()).toBe('share-taken');
  const next = takenBy(slots);
  one.free();
  one.free();
  expect(next.spent()).toBeUndefined();
});
