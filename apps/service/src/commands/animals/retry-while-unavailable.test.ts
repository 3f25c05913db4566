import { setTimeout as wait } from 'node:timers/promises';
import { petIdTaken, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

const quick = { giveUpAfter: 60, firstPause: 1, longestPause: 4 };
const away = E.left(repositoryUnavailable('away'));

const failing = (times: number, last: E.Either<typeof petIdTaken, string>) => {
  let attempts = 0;
  const task = async () => (attempts++ < times ? away : last);
  return { task, attempts: () => attempts };
};

it.each([[E.right('done')], [E.left(petIdTaken)]])('repeats what met an outage until it ends with %j', async (last) => {
  const { task, attempts } = failing(3, last);
  const patient = { ...quick, giveUpAfter: 60_000 };
  expect([await retryWhileUnavailable(task, patient)(), attempts()]).toEqual([last, 4]);
});

it('fails once the time is over', async () => {
  const { task, attempts } = failing(1_000, E.right('done'));
  const start = performance.now();
  expect(await retryWhileUnavailable(task, quick)()).toEqual(away);
  expect(performance.now() - start).toBeGreaterThanOrEqual(quick.giveUpAfter - 2 * quick.longestPause);
  expect(attempts()).toBeGreaterThan(3);
});

it('counts from the first failure, so a process that was suspended does not give up at once', async () => {
  let attempts = 0;
  const suspended = async () => {
    attempts += 1;
    if (attempts > 1) return E.right('done');
    await wait(2 * quick.giveUpAfter);
    return away;
  };
  expect(await retryWhileUnavailable(suspended, quick)()).toEqual(E.right('done'));
});
