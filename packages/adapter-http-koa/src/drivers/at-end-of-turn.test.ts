import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atEndOfTurn } from './at-end-of-turn.ts';

const start = (most: number): { readonly handled: number[]; readonly add: (...items: number[]) => void } => {
  const handled: number[] = [];
  const addOne = atEndOfTurn<number>(most, (item) => handled.push(item));
  return { handled, add: (...items) => items.forEach(addOne) };
};

it('handles the items of a turn at its end, in order and each once, after a turn with several', async () => {
  const { handled, add } = start(9);
  add(1, 2, 3, 4);
  expect(handled).toEqual([1, 2, 3, 4]);
  await setImmediate();
  add(5, 6);
  await Promise.resolve();
  expect(handled).toEqual([1, 2, 3, 4]);
  await setImmediate();
  expect(handled).toEqual([1, 2, 3, 4, 5, 6]);
});

it('handles an item at once after a turn with few', async () => {
  const { handled, add } = start(9);
  add(1, 2, 3, 4);
  await setImmediate();
  add(5, 6, 7);
  await setImmediate();
  add(8);
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('does not let more than the most wait', async () => {
  const { handled, add } = start(3);
  add(1, 2, 3, 4);
  await setImmediate();
  add(5, 6, 7, 8);
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await setImmediate();
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
