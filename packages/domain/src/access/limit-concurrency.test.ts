import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('runs as many as it may, keeps as many waiting in order, refuses the others, and opens again', async () => {
  const gate = limitConcurrency(2, 2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const run = (n: number) =>
    gate(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      return E.right(n);
    })();
  const outcomes = [0, 1, 2, 3, 4].map(run);
  expect(await outcomes[4]).toEqual(E.left({ _tag: 'RepositoryUnavailable', cause: '2 lookups are waiting already' }));
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  expect(await outcomes[0]).toEqual(E.right(0));
  expect(begun).toEqual([0, 1, 2]);
  for (const index of [1, 2]) {
    ends[index]?.();
    await outcomes[index];
  }
  ends[3]?.();
  expect(await Promise.all(outcomes.slice(0, 4))).toEqual([0, 1, 2, 3].map((n) => E.right(n)));
  const again = run(5);
  expect(begun).toEqual([0, 1, 2, 3, 5]);
  ends[4]?.();
  expect(await again).toEqual(E.right(5));
});

it('lets the next one in when a task throws', async () => {
  const gate = limitConcurrency(1, 0);
  await expect(gate(() => Promise.reject(new Error('a bug')))()).rejects.toThrow('a bug');
  expect(await gate(async () => E.right('next'))()).toEqual(E.right('next'));
});
