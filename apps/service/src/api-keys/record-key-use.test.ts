import { setImmediate as turn } from 'node:timers/promises';
import type { ApiKeyId, ApiKeyRepository, Instant } from '@animal-store/access';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createKeyUseRecorder } from './record-key-use.ts';

const hour = 3_600_000;
const [first, second] = ['aaaaaaaa', 'bbbbbbbb'] as readonly string[] as readonly [ApiKeyId, ApiKeyId];
const done: E.Either<RepositoryUnavailable, void> = E.right(undefined);

/** A recorder whose clock the test sets, and whose writes it completes. */
const setUp = () => {
  const clock = { time: 0 };
  const writes: (PromiseWithResolvers<typeof done> & { readonly use: string })[] = [];
  const recordUse: ApiKeyRepository['recordUse'] = (id, at) => () => {
    const write = { ...Promise.withResolvers<typeof done>(), use: `${id} ${at / hour}` };
    writes.push(write);
    return write.promise;
  };
  const written = async (): Promise<readonly string[]> => {
    await turn();
    return writes.map(({ use }) => use);
  };
  return { ...createKeyUseRecorder({ recordUse }, { now: () => clock.time as Instant }), clock, writes, written };
};

it('writes the hour of a use once for each key and hour, one write at a time', async () => {
  const { record, writes, written, clock } = setUp();
  clock.time = 7 * hour + 1;
  for (const id of [first, second, first]) record(id);
  expect(await written()).toEqual([`${first} 7`]);
  writes[0]?.resolve(done);
  expect(await written()).toEqual([`${first} 7`, `${second} 7`]);
  writes[1]?.resolve(done);
  clock.time = 8 * hour - 1;
  record(first);
  clock.time = 8 * hour;
  record(first);
  expect((await written()).slice(2)).toEqual([`${first} 8`]);
});

it('tries a write that fails again in the next hour only, and goes on', async () => {
  const { record, writes, written, clock } = setUp();
  for (const id of [first, second]) record(id);
  await turn();
  writes[0]?.resolve(E.left(repositoryUnavailable('away')));
  await turn();
  writes[1]?.reject(new Error('a bug'));
  for (const id of [first, second]) record(id);
  expect(await written()).toHaveLength(2);
  clock.time = hour;
  record(first);
  expect((await written()).at(-1)).toBe(`${first} 1`);
});

it('leaves nothing behind when it is stopped', async () => {
  const { record, stop, writes, written } = setUp();
  for (const id of [first, second]) record(id);
  await turn();
  const stopping = stop();
  expect(await Promise.race([stopping, turn('waits')])).toBe('waits');
  writes[0]?.resolve(done);
  await stopping;
  expect(await written()).toEqual([`${first} 0`]);
});
