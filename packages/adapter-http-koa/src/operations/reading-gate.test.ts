import type { ApiKeyId } from '@animal-store/access';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadingGate } from './reading-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [a, b] = ['aaaaaaaa', 'bbbbbbbb'] as ApiKeyId[];

it('admits readers up to its capacity, and the others in order as soon as they fit', async () => {
  const gate = createReadingGate({ capacity: 100, share: 100, maxWait: 1_000 });
  expect([gate.enter(a, 60), gate.enter(b, 40)]).toEqual([true, true]);
  const entered: number[] = [];
  for (const pets of [41, 50, 2]) void Promise.resolve(gate.enter(a, pets)).then(() => entered.push(pets));
  gate.leave(b, 40);
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([2]);
  gate.leave(a, 60);
  await vi.advanceTimersByTimeAsync(0);
  expect([entered, vi.getTimerCount()]).toEqual([[2, 41, 50], 0]);
  expect([gate.enter(b, 8), gate.enter(b, 7)]).toEqual([expect.any(Promise), true]);
});

it('limits a key to its share, while other keys pass it', async () => {
  const gate = createReadingGate({ capacity: 100, share: 50, maxWait: 1_000 });
  expect([gate.enter(a, 20), gate.enter(a, 30)]).toEqual([true, true]);
  const waiting = gate.enter(a, 1);
  expect([waiting, gate.enter(b, 50)]).toEqual([expect.any(Promise), true]);
  gate.leave(a, 50);
  expect(await waiting).toBe(true);
});

it('limits each key to its share, however many keys read', () => {
  const gate = createReadingGate({ capacity: 10_000, share: 1, maxWait: 1_000 });
  const keys = Array.from({ length: 2_000 }, (_, index) => `${index}` as ApiKeyId);
  const readAll = () => keys.map((key) => gate.enter(key, 1) === true);
  expect(readAll()).toEqual(keys.map(() => true));
  for (const key of keys) gate.leave(key, 1);
  expect([readAll(), readAll()]).toEqual([keys.map(() => true), keys.map(() => false)]);
});

it('rejects a reader that has waited too long', async () => {
  const gate = createReadingGate({ capacity: 10, share: 10, maxWait: 1_000 });
  gate.enter(a, 10);
  const waiting = gate.enter(b, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe(false);
  gate.leave(a, 10);
  expect(gate.enter(b, 10)).toBe(true);
});

it('admits a reader that is larger than the gate, alone', () => {
  const gate = createReadingGate({ capacity: 10, share: 5, maxWait: 1_000 });
  expect([gate.enter(a, 100), gate.enter(b, 1)]).toEqual([true, expect.any(Promise)]);
});
