import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atEndOfTurn } from './at-end-of-turn.ts';

it('handles the items of a turn at its end, in order, and each once', async () => {
  const handled: number[] = [];
  const add = atEndOfTurn<number>(3, (item) => handled.push(item));
  add(1);
  add(2);
  await Promise.resolve();
  expect(handled).toEqual([]);
  await setImmediate();
  expect(handled).toEqual([1, 2]);
  add(3);
  await setImmediate();
  expect(handled).toEqual([1, 2, 3]);
});

it('does not let more than the most wait', async () => {
  const handled: number[] = [];
  const add = atEndOfTurn<number>(3, (item) => handled.push(item));
  for (const item of [1, 2, 3, 4]) add(item);
  expect(handled).toEqual([1, 2, 3]);
  await setImmediate();
  expect(handled).toEqual([1, 2, 3, 4]);
});
