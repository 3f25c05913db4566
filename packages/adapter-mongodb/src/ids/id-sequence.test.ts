import { describe, expect, it } from 'vitest';
import { createIdSequence, type IdBlock, type IdSequence } from './id-sequence.ts';

/** Blocks of 100 ids, which the test hands out. */
const controlled = () => {
  const reservations: { readonly kind: string; readonly block: PromiseWithResolvers<IdBlock> }[] = [];
  const reserveAs = (kind: string) => () => {
    const block = Promise.withResolvers<IdBlock>();
    reservations.push({ kind, block });
    return block.promise;
  };
  const ids = createIdSequence({ reserve: reserveAs('reserve'), reserveAboveAll: reserveAs('reserveAboveAll') });
  const give = (index: number, first: bigint) => reservations[index]?.block.resolve({ first, last: first + 99n });
  /** The next id, which needs a new block. */
  const nextOf = (index: number, first: bigint): ReturnType<IdSequence['next']> => {
    const next = ids.next();
    give(index, first);
    return next;
  };
  return { reservations, give, ids, nextOf, kinds: () => reservations.map(({ kind }) => kind) };
};

const take = (ids: IdSequence, count: number) => Promise.all(Array.from({ length: count }, () => ids.next()));
const range = (first: bigint, count: number) => Array.from({ length: count }, (_, index) => first + BigInt(index));

describe('A sequence of ids', () => {
  it('reserves the next block once, when fewer than 50 ids are left', async () => {
    const { ids, give, reservations } = controlled();
    const taken = take(ids, 50);
    give(0, 1n);
    await taken;
    expect(reservations.length).toBe(1);
    await ids.next();
    expect(reservations.length).toBe(2);
    await take(ids, 49);
    expect(reservations.length).toBe(2);
  });

  it('continues with the next block without a gap', async () => {
    const { ids, give } = controlled();
    const taken = take(ids, 350);
    give(0, 1n);
    await Promise.resolve();
    for (const index of [1, 2, 3]) {
      await new Promise(setImmediate);
      give(index, BigInt(index) * 1000n);
    }
    expect(await taken).toEqual([...range(1n, 100), ...range(1000n, 100), ...range(2000n, 100), ...range(3000n, 50)]);
  });

  it('fails all callers that wait for a failed block, and reserves another one for the next caller', async () => {
    const { ids, nextOf, reservations } = controlled();
    const taken = Promise.allSettled([ids.next(), ids.next()]);
    reservations[0]?.block.reject(new Error('away'));
    expect(await taken).toEqual(Array(2).fill({ status: 'rejected', reason: new Error('away') }));
    expect(await nextOf(1, 7n)).toBe(7n);
  });

  it('fails no caller if a block that is fetched ahead fails', async () => {
    const { ids, give, reservations } = controlled();
    const taken = take(ids, 60);
    give(0, 1n);
    await taken;
    reservations[1]?.block.reject(new Error('away'));
    await new Promise(setImmediate);
    expect(await ids.next()).toBe(61n);
    expect(reservations.length).toBe(3);
  });
});

describe('A sequence after an id in use', () => {
  it('continues above all stored animals, once for all earlier ids that are in use', async () => {
    const { ids, give, nextOf, kinds } = controlled();
    const taken = take(ids, 3);
    give(0, 1n);
    for (const id of await taken) ids.skipTaken(id);
    expect(await nextOf(1, 5000n)).toBe(5000n);
    expect(kinds()).toEqual(['reserve', 'reserveAboveAll']);
  });

  it.each([
    ['an id in use is met above', 1n, 5000n, 6000n],
    ['the blocks have gone back to lower ids', 5000n, 1n, 301n],
  ])('skips again when %s', async (_, first, second, third) => {
    const { ids, nextOf, kinds } = controlled();
    ids.skipTaken(await nextOf(0, first));
    ids.skipTaken(await nextOf(1, second));
    expect(await nextOf(2, third)).toBe(third);
    expect(kinds()).toEqual(['reserve', 'reserveAboveAll', 'reserveAboveAll']);
  });

  it('drops a block in flight, because its ids may be lower than those of other instances', async () => {
    const { ids, give, kinds } = controlled();
    const taken = take(ids, 60);
    give(0, 1n);
    const [first] = await taken;
    if (first !== undefined) ids.skipTaken(first);
    const next = ids.next();
    give(1, 101n);
    await new Promise(setImmediate);
    give(2, 5000n);
    expect(await next).toBe(5000n);
    expect(kinds()).toEqual(['reserve', 'reserve', 'reserveAboveAll']);
  });

  it('falls back to a plain block if skipping fails, and skips again at the next id in use', async () => {
    const { ids, reservations, nextOf, kinds } = controlled();
    ids.skipTaken(await nextOf(0, 1n));
    const failed = Promise.allSettled([ids.next()]);
    reservations[1]?.block.reject(new Error('away'));
    expect(await failed).toEqual([{ status: 'rejected', reason: new Error('away') }]);
    ids.skipTaken(await nextOf(2, 101n));
    expect(await nextOf(3, 5000n)).toBe(5000n);
    expect(kinds()).toEqual(['reserve', 'reserveAboveAll', 'reserve', 'reserveAboveAll']);
  });
});
