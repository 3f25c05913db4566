import type { PetId } from '@animal-store/domain';
import { expect, it } from 'vitest';
import type { Collections } from './collections.ts';
import { createIdSequence } from './ids.ts';

/** Blocks of 100 ids, which the test hands out. */
const setUp = () => {
  const asked: string[] = [];
  const blocks: PromiseWithResolvers<bigint>[] = [];
  const sequence = createIdSequence((_, where) => {
    const block = Promise.withResolvers<bigint>();
    asked.push(where);
    blocks.push(block);
    return block.promise;
  });
  const collections = {} as Collections;
  const ids = {
    next: () => sequence.next(collections),
    skipTaken: (id: PetId) => sequence.skipTaken(collections, id),
  };
  const give = (index: number, first: bigint) => blocks[index]?.resolve(first + 99n);
  const fail = (index: number) => blocks[index]?.reject(new Error('away'));
  /** The next id, which needs a new block. */
  const nextOf = (index: number, first: bigint): Promise<PetId> => {
    const next = ids.next();
    give(index, first);
    return next;
  };
  const take = (count: number) => Promise.all(Array.from({ length: count }, () => ids.next()));
  return { asked, give, fail, ids, nextOf, take };
};

const range = (first: bigint, count: number) => Array.from({ length: count }, (_, index) => first + BigInt(index));
const failed = { status: 'rejected', reason: new Error('away') };

it('reserves the next block once, when fewer than 50 ids are left, and continues with it', async () => {
  const { ids, give, take, asked } = setUp();
  const taken = take(50);
  give(0, 1n);
  await taken;
  expect(asked).toEqual(['next']);
  await ids.next();
  give(1, 1000n);
  expect(await take(60)).toEqual([...range(52n, 49), ...range(1000n, 11)]);
  expect(asked).toEqual(['next', 'next']);
});

it('fails all callers that wait for a failed block and no other, and reserves another one for the next caller', async () => {
  const { ids, nextOf, fail, take, asked } = setUp();
  const taken = Promise.allSettled([ids.next(), ids.next()]);
  fail(0);
  expect(await taken).toEqual([failed, failed]);
  expect(await nextOf(1, 7n)).toBe(7n);
  await take(60);
  fail(2);
  await new Promise(setImmediate);
  expect(await ids.next()).toBe(68n);
  expect(asked.length).toBe(4);
});

it.each([
  ['another id in use is met above', 1n, 5000n, 6000n],
  ['the blocks have gone back to lower ids', 5000n, 1n, 301n],
])('continues above all stored animals after an id in use, and again when %s', async (_, first, second, third) => {
  const { ids, nextOf, asked } = setUp();
  const before = [await nextOf(0, first), await ids.next()];
  for (const id of before) ids.skipTaken(id);
  ids.skipTaken(await nextOf(1, second));
  expect(await nextOf(2, third)).toBe(third);
  expect(asked).toEqual(['next', 'above all', 'above all']);
});

it('drops a block in flight after an id in use, because its ids may be lower than those of other instances', async () => {
  const { ids, give, take, asked } = setUp();
  const taken = take(100);
  give(0, 1n);
  const [first] = await taken;
  const next = ids.next();
  if (first !== undefined) ids.skipTaken(first);
  give(1, 101n);
  await new Promise(setImmediate);
  give(2, 5000n);
  expect(await next).toBe(5000n);
  expect(asked).toEqual(['next', 'next', 'above all']);
});

it('falls back to a plain block if skipping fails, and skips again at the next id in use', async () => {
  const { ids, nextOf, fail, asked } = setUp();
  ids.skipTaken(await nextOf(0, 1n));
  const next = Promise.allSettled([ids.next()]);
  fail(1);
  expect(await next).toEqual([failed]);
  ids.skipTaken(await nextOf(2, 101n));
  expect(await nextOf(3, 5000n)).toBe(5000n);
  expect(asked).toEqual(['next', 'above all', 'next', 'above all']);
});
