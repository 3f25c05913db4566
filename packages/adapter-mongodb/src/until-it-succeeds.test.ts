import { expect, it } from 'vitest';
import { untilItSucceeds } from './until-it-succeeds.ts';

const controlled = () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const task = untilItSucceeds(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { runs, task };
};

it('does nothing before the first call', () => {
  expect(controlled().runs).toEqual([]);
});

it('runs once for all calls at the same time, and never again after a success', async () => {
  const { runs, task } = controlled();
  const calls = [task(), task()];
  runs[0]?.resolve();
  await Promise.all([...calls, task()]);
  expect(runs.length).toBe(1);
});

it('fails all calls at the same time, and runs anew at the next', async () => {
  const { runs, task } = controlled();
  const calls = [task(), task()];
  runs[0]?.reject(new Error('away'));
  expect(await Promise.allSettled(calls)).toEqual(Array(2).fill({ status: 'rejected', reason: new Error('away') }));
  const again = task();
  runs[1]?.resolve();
  await again;
  expect(runs.length).toBe(2);
});
