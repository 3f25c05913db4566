import { setImmediate as turn } from 'node:timers/promises';
import type { ApiKey, ApiKeyRepository, Instant } from '@animal-store/access';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createKeyUseRecorder } from './record-key-use.ts';

const hour = 3_600_000;

const used = (id: string, lastUsed?: number) => ({ id, ...(lastUsed !== undefined && { lastUsed }) }) as ApiKey;

/** A recorder at 7:59:59.999 whose writes the test completes. */
const controlled = () => {
  const writes: { readonly use: string; readonly end: PromiseWithResolvers<E.Either<RepositoryUnavailable, void>> }[] =
    [];
  const recordUse: ApiKeyRepository['recordUse'] = (id, at) => () => {
    const end = Promise.withResolvers<E.Either<RepositoryUnavailable, void>>();
    writes.push({ use: `${id} ${at / hour}`, end });
    return end.promise;
  };
  return {
    ...createKeyUseRecorder({ recordUse }, { now: () => (8 * hour - 1) as Instant }),
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

it('writes the hour of a use unless the key has it, one write at a time', async () => {
  const { record, written, end } = controlled();
  record(used('first'));
  record(used('second', 6 * hour));
  record(used('third', 7 * hour));
  expect(await written()).toEqual(['first 7']);
  end(0);
  expect(await written()).toEqual(['first 7', 'second 7']);
  end(1);
  expect(await written()).toEqual(['first 7', 'second 7']);
});

it('goes on after a write that fails', async () => {
  const { record, written, end, fail } = controlled();
  for (const id of ['first', 'second', 'third']) record(used(id));
  await written();
  end(0, E.left(repositoryUnavailable('away')));
  await written();
  fail(1);
  expect(await written()).toEqual(['first 7', 'second 7', 'third 7']);
});

it('leaves nothing behind when it is stopped', async () => {
  const { record, stop, written, end } = controlled();
  record(used('first'));
  record(used('second'));
  expect(await written()).toEqual(['first 7']);
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await turn();
  expect(isStopped).toBe(false);
  end(0);
  await stopping;
  expect(await written()).toEqual(['first 7']);
});
