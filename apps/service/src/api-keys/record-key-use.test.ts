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
    written: () => writes.map(({ use }) => use),
    end: (index: number, written: E.Either<RepositoryUnavailable, void> = E.right(undefined)): Promise<void> => {
      writes[index]?.end.resolve(written);
      return turn();
    },
    fail: (index: number): Promise<void> => {
      writes[index]?.end.reject(new Error('a bug'));
      return turn();
    },
  };
};

it('writes the hour of a use once for each key and hour', async () => {
  const { record, written, end, clock } = controlled();
  clock.time = 7 * hour + 1;
  for (const id of [first, second, first]) record(id);
  await end(0);
  await end(1);
  clock.time = 8 * hour - 1;
  record(first);
  clock.time = 8 * hour;
  record(first);
  await end(2);
  expect(written()).toEqual([`${first} 7`, `${second} 7`, `${first} 8`]);
});

it('has one write in flight at a time, and writes only the latest hour of a key that waits', async () => {
  const { record, written, end, clock } = controlled();
  record(first);
  record(second);
  clock.time = hour;
  record(second);
  expect(written()).toEqual([`${first} 0`]);
  await end(0);
  expect(written()).toEqual([`${first} 0`, `${second} 1`]);
  await end(1);
  expect(written().length).toBe(2);
});

it('tries a write that fails again in the next hour only, and goes on', async () => {
  const { record, written, end, fail, clock } = controlled();
  record(first);
  record(second);
  await end(0, E.left(repositoryUnavailable('away')));
  await fail(1);
  record(first);
  record(second);
  expect(written().length).toBe(2);
  clock.time = hour;
  record(first);
  expect(written().at(-1)).toBe(`${first} 1`);
});

it('keeps at most 10,000 keys that wait', async () => {
  const { record, written, end } = controlled();
  for (let n = 0; n <= 10_001; n++) record(`key ${n}` as string as ApiKeyId);
  for (let n = 0; n <= 10_000; n++) await end(n);
  // One was in flight.
  expect(written().length).toBe(10_001);
});

it('leaves nothing behind when it is stopped', async () => {
  const { record, stop, written, end } = controlled();
  record(first);
  record(second);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await turn();
  expect(stopped).toBe(false);
  await end(0);
  await stopping;
  record(second);
  expect(written()).toEqual([`${first} 0`]);
});
