import { expect, it } from 'vitest';
import { shareInFlight } from './share-in-flight.ts';

const counting = () => {
  let runs = 0;
  const task = async (): Promise<number> => {
    runs += 1;
    return runs;
  };
  return task;
};

it('runs once for all concurrent callers with the same key', async () => {
  const share = shareInFlight<number>();
  const task = counting();
  const shared = share('a', task);
  expect(await Promise.all([shared(), shared(), share('a', task)()])).toEqual([1, 1, 1]);
});

it('runs for each key, and again when the last run is over', async () => {
  const share = shareInFlight<number>();
  const task = counting();
  expect(await Promise.all([share('a', task)(), share('b', task)()])).toEqual([1, 2]);
  expect(await share('a', task)()).toBe(3);
});

it('runs again after a failure, which all get who waited for it', async () => {
  const share = shareInFlight<number>();
  const task = counting();
  const failing = share('a', () => Promise.reject(new Error('a bug')));
  expect(await Promise.allSettled([failing(), share('a', task)()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await share('a', task)()).toBe(1);
});
