import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadingGate } from './reading-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets readers in up to its capacity, then in order', async () => {
  const gate = createReadingGate(100, 1_000);
  expect([gate.enter(60), gate.enter(40)]).toEqual([true, true]);
  const entered: number[] = [];
  for (const pets of [50, 1]) void Promise.resolve(gate.enter(pets)).then(() => entered.push(pets));
  gate.leave(40);
  await vi.advanceTimersByTimeAsync(0);
  // One would fit, but its turn comes after the one that does not.
  expect(entered).toEqual([]);
  gate.leave(60);
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([50, 1]);
});

it('sends away who waits too long, and lets the next one in', async () => {
  const gate = createReadingGate(10, 1_000);
  gate.enter(5);
  const [large, small] = [gate.enter(10), gate.enter(5)];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all([large, small])).toEqual([false, true]);
});

it('lets in one reader that is larger than the gate, alone', () => {
  const gate = createReadingGate(10, 1_000);
  expect([gate.enter(100), gate.enter(1)]).toEqual([true, expect.any(Promise)]);
});
