import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('runs at most that many tasks at a time, in the order of their calls, and continues after a failed one', async () => {
  const limit = limitConcurrency(2);
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const started: number[] = [];
  const results = ends.map(({ promise }, index) =>
    limit(() => {
      started.push(index);
      return promise;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await setImmediate();
  expect(started).toEqual([0, 1, 2]);
  for (const [index, { resolve }] of ends.entries()) resolve(index);
  expect((await settled).map((result) => result.status === 'fulfilled' && result.value)).toEqual([0, false, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await limit(() => Promise.resolve('free'))).toBe('free');
});
