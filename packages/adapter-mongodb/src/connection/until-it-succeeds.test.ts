import { expect, it } from 'vitest';
import { untilItSucceeds } from './until-it-succeeds.ts';

const controlled = () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const { run: task, forget } = untilItSucceeds(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { runs, task, forget };
};

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

it('runs again after its success is forgotten, once for all who saw that success', async () => {
  const { runs, task, forget } = controlled();
  const first = task();
  runs[0]?.resolve();
  await first;
  forget(first);
  const second = task();
  forget(first);
  expect(task()).toBe(second);
  expect(runs.length).toBe(2);
});
