import { setImmediate as turn } from 'node:timers/promises';
import type { ApiKeyId, ApiKeyRepository, Instant } from '@animal-store/access';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createKeyUseRecorder } from './record-key-use.ts';

const hour = 3_600_000;
const [first, second] = ['aaaaaaaa', 'bbbbbbbb'] as readonly string[] as readonly [ApiKeyId, ApiKeyId];

/** A recorder whose writes the test completes, and a clock that the test sets. */
const controlled = () => {
  const writes: { readonly use: string; readonly end: PromiseWithResolvers<E.Either<RepositoryUnavailable, void>> }[] =
    [];
  const clock = { time: 0 };
  const recordUse: ApiKeyRepository['recordUse'] = (id, at) => () => {
    const end = Promise.withResolvers<E.Either<RepositoryUnavailable, void>>();
    writes.push({ use: `${id} ${at / hour}`, end });
    return end.promise;
  };
  return {
    ...createKeyUseRecorder({ recordUse }, { now: () => clock.time as Instant }),
    clock,
    /** Each write as its key and hour. */
    written: async () => {
      await turn();
      return writes.map(({ use }) => use);
    },
    end: (index: number, outcome: E.Either<RepositoryUnavailable, void> = E.right(undefined)) =>
      writes[index]?.end.resolve(outcome),
    fail: (index: number) => writes[index]?.end.reject(new Error('a bug')),
  };
};

it('writes the hour of a use once for each key and hour, one write at a time', async () => {
  const { record, written, end, clock } = controlled();
  clock.time = 7 * hour + 1;
  for (const id of [first, second, first]) record(id);
  expect(await written()).toEqual([`${first} 7`]);
  end(0);
  expect(await written()).toEqual([`${first} 7`, `${second} 7`]);
  end(1);
  clock.time = 8 * hour - 1;
  record(first);
  expect(await written()).toHaveLength(2);
  clock.time = 8 * hour;
  record(first);
  expect((await written()).at(-1)).toBe(`${first} 8`);
});

it('tries a write that fails again in the next hour only, and goes on', async () => {
  const { record, written, end, fail, clock } = controlled();
  record(first);
  record(second);
  await written();
  end(0, E.left(repositoryUnavailable('away')));
  await written();
  fail(1);
  record(first);
  record(second);
  expect(await written()).toHaveLength(2);
  clock.time = hour;
  record(first);
  expect((await written()).at(-1)).toBe(`${first} 1`);
});

it('leaves nothing behind when it is stopped', async () => {
  const { record, stop, written, end } = controlled();
  record(first);
  record(second);
  expect(await written()).toEqual([`${first} 0`]);
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await turn();
  expect(isStopped).toBe(false);
  end(0);
  await stopping;
  expect(await written()).toEqual([`${first} 0`]);
});
