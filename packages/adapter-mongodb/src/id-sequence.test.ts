import { describe, expect, it } from 'vitest';
import { createIdSequence, type IdBlock, type IdSequence } from './id-sequence.ts';

/** Blocks of 100 that are handed out when the test says so. */
const controlled = () => {
  const asked: { readonly kind: string; readonly block: PromiseWithResolvers<IdBlock> }[] = [];
  const ask = (kind: string) => () => {
    const block = Promise.withResolvers<IdBlock>();
    asked.push({ kind, block });
    return block.promise;
  };
  const ids = createIdSequence({ reserve: ask('reserve'), reserveAboveAll: ask('reserveAboveAll') });
  const give = (index: number, first: bigint) => asked[index]?.block.resolve({ first, last: first + 99n });
  /** The next id, for which a block has to be handed out. */
  const nextOf = (index: number, first: bigint): ReturnType<IdSequence['next']> => {
    const next = ids.next();
    give(index, first);
    return next;
  };
  return { asked, give, ids, nextOf, kinds: () => asked.map(({ kind }) => kind) };
};

const take = (ids: IdSequence, count: number) => Promise.all(Array.from({ length: count }, () => ids.next()));
const range = (first: bigint, count: number) => Array.from({ length: count }, (_, index) => first + BigInt(index));

describe('A sequence of ids', () => {
  it('reserves nothing before it is asked', () => {
    expect(controlled().kinds()).toEqual([]);
  });

  it('gives the ids of a block in order, to whoever asked first', async () => {
    const { ids, give } = controlled();
    const taken = take(ids, 3);
    give(0, 1n);
    expect(await taken).toEqual([1n, 2n, 3n]);
  });

  it('asks for the next block when fewer than 50 are left, and only once', async () => {
    const { ids, give, asked } = controlled();
    const taken = take(ids, 50);
    give(0, 1n);
    await taken;
    expect(asked.length).toBe(1);
    await ids.next();
    expect(asked.length).toBe(2);
    await take(ids, 49);
    expect(asked.length).toBe(2);
  });

  it('goes on with the next block without a gap', async () => {
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

  it('fails whoever waits for a block that cannot be had, and asks again for the next', async () => {
    const { ids, nextOf, asked } = controlled();
    const taken = Promise.allSettled([ids.next(), ids.next()]);
    asked[0]?.block.reject(new Error('away'));
    expect(await taken).toEqual(Array(2).fill({ status: 'rejected', reason: new Error('away') }));
    expect(await nextOf(1, 7n)).toBe(7n);
  });

  it('fails nobody when a block that is fetched ahead cannot be had', async () => {
    const { ids, give, asked } = controlled();
    const taken = take(ids, 60);
    give(0, 1n);
    await taken;
    asked[1]?.block.reject(new Error('away'));
    await new Promise(setImmediate);
    expect(await ids.next()).toBe(61n);
    expect(asked.length).toBe(3);
  });
});

describe('A sequence that met an id in use', () => {
  it('goes on above all animals that are there', async () => {
    const { ids, nextOf, kinds } = controlled();
    ids.skipTaken(await nextOf(0, 1n));
    expect(await nextOf(1, 5000n)).toBe(5000n);
    expect(kinds()).toEqual(['reserve', 'reserveAboveAll']);
  });

  it('asks once for all ids in use that were given before', async () => {
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
  ])('asks again when %s', async (_, first, second, third) => {
    const { ids, nextOf, kinds } = controlled();
    ids.skipTaken(await nextOf(0, first));
    ids.skipTaken(await nextOf(1, second));
    expect(await nextOf(2, third)).toBe(third);
    expect(kinds()).toEqual(['reserve', 'reserveAboveAll', 'reserveAboveAll']);
  });

  it('gives no id of a block that was on its way: it would be lower than what others may have been given', async () => {
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

  it('falls back to a plain block when those above cannot be had, and tries again when an id is in use', async () => {
    const { ids, asked, nextOf, kinds } = controlled();
    ids.skipTaken(await nextOf(0, 1n));
    const failed = Promise.allSettled([ids.next()]);
    asked[1]?.block.reject(new Error('away'));
    expect(await failed).toEqual([{ status: 'rejected', reason: new Error('away') }]);
    ids.skipTaken(await nextOf(2, 101n));
    expect(await nextOf(3, 5000n)).toBe(5000n);
    expect(kinds()).toEqual(['reserve', 'reserveAboveAll', 'reserve', 'reserveAboveAll']);
  });
});
