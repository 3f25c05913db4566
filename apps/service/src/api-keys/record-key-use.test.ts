import { setImmediate as turn } from 'node:timers/promises';
import type { ApiKey, ApiKeyRepository, Instant } from '@animal-store/access';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createKeyUseRecorder } from './record-key-use.ts';

const hour = 3_600_000;

const done: E.Either<RepositoryUnavailable, void> = E.right(undefined);

const used = (id: string, lastUsed?: number) => ({ id, ...(lastUsed !== undefined && { lastUsed }) }) as ApiKey;

/** A recorder at 7:59:59.999 whose writes the test completes. */
const setUp = () => {
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
  return { ...createKeyUseRecorder({ recordUse }, { now: () => (8 * hour - 1) as Instant }), writes, written };
};

it('writes the hour of a use unless the key has it, one write at a time', async () => {
  const { record, writes, written } = setUp();
  record(used('first'));
  record(used('second', 6 * hour));
  record(used('third', 7 * hour));
  expect(await written()).toEqual(['first 7']);
  writes[0]?.resolve(done);
  expect(await written()).toEqual(['first 7', 'second 7']);
  writes[1]?.resolve(done);
  expect(await written()).toHaveLength(2);
});

it('goes on after a write that fails', async () => {
  const { record, writes, written } = setUp();
  for (const id of ['first', 'second', 'third']) record(used(id));
  await turn();
  writes[0]?.resolve(E.left(repositoryUnavailable('away')));
  await turn();
  writes[1]?.reject(new Error('a bug'));
  expect(await written()).toEqual(['first 7', 'second 7', 'third 7']);
});

it('leaves nothing behind when it is stopped', async () => {
  const { record, stop, writes, written } = setUp();
  for (const id of ['first', 'second']) record(used(id));
  await turn();
  const stopping = stop();
  expect(await Promise.race([stopping, turn('waits')])).toBe('waits');
  writes[0]?.resolve(done);
  await stopping;
  expect(await written()).toEqual(['first 7']);
});
