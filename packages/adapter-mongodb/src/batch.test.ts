import { expect, it } from 'vitest';
import { batch } from './batch.ts';

type PerformAll = (items: readonly number[]) => Promise<readonly (number | Promise<number>)[]>;

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

const setUp = (performAll: PerformAll = async (items) => items.map((item) => item * 10)) => {
  const batches: (readonly number[])[] = [];
  const perform = batch<number, number>(100, (items) => {
    batches.push(items);
    return performAll(items);
  });
  return { batches, perform };
};

it('performs the items of 64 callers at once together, and each gets its own outcome', async () => {
  const { batches, perform } = setUp();
  expect(await Promise.all(upTo(64).map(perform))).toEqual(upTo(64).map((item) => item * 10));
  expect(batches).toEqual([upTo(64)]);
});

it('performs at most so many items at a time, in their order', async () => {
  const { batches, perform } = setUp();
  await Promise.all(upTo(201).map(perform));
  expect(batches).toEqual([upTo(100), upTo(200).slice(100), [201]]);
});

it('waits neither for a later turn nor for an earlier batch', async () => {
  const never = new Promise<never>(() => undefined);
  const { batches, perform } = setUp((items) => (items[0] === 1 ? never : Promise.resolve([0])));
  perform(1);
  await new Promise(setImmediate);
  await perform(2);
  expect(batches).toEqual([[1], [2]]);
});

it('rejects the item that failed alone', async () => {
  const failure = new Error('refused');
  const { perform } = setUp(async () => [1, Promise.reject(failure)]);
  expect(await Promise.allSettled(upTo(2).map(perform))).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: failure },
  ]);
});

it.each<[string, () => Promise<never>]>([
  ['rejects', () => Promise.reject(new Error('lost'))],
  [
    'throws',
    () => {
      throw new Error('lost');
    },
  ],
])('rejects all items of a batch that %s', async (_, performAll) => {
  const { perform } = setUp(performAll);
  const lost = { status: 'rejected', reason: new Error('lost') };
  expect(await Promise.allSettled(upTo(2).map(perform))).toEqual([lost, lost]);
});
