import type { PetId } from '@animal-store/domain';
import { expect, it } from 'vitest';
import type { Collections } from './collections.ts';
import { createIdSequence } from './ids.ts';

const away = new Error('away');

/** A sequence whose reservations end like this, one after another: with a block of 100 ids from its first id on, or with an error. */
const sequenceOf = (...outcomes: readonly (bigint | Error)[]) => {
  const reservations: ('next' | 'above all')[] = [];
  const ids = createIdSequence(async (_, where) => {
    const outcome = outcomes[reservations.push(where) - 1] ?? away;
    if (outcome instanceof Error) throw outcome;
    return outcome + 99n;
  });
  const collections = {} as Collections;
  return {
    reservations,
    next: () => ids.next(collections),
    skipTaken: (id: PetId) => ids.skipTaken(collections, id),
  };
};

const times = <A>(count: number, run: () => Promise<A>): Promise<readonly A[]> =>
  Promise.all(Array.from({ length: count }, run));

it('reserves the next block once, when fewer than 50 ids are left', async () => {
  const { next, reservations } = sequenceOf(1n, 1000n);
  await times(50, next);
  expect(reservations).toEqual(['next']);
  await times(10, next);
  expect(reservations).toEqual(['next', 'next']);
});

it('goes on with the next block after the last id of a block', async () => {
  const { next } = sequenceOf(1n, 1000n);
  const ids = await times(102, next);
  expect(ids.slice(98)).toEqual([99n, 100n, 1000n, 1001n]);
});

it('fails all callers that wait for a block that fails, and reserves again for the next caller', async () => {
  const { next } = sequenceOf(away, 7n);
  const waiting = [next(), next()];
  expect(await Promise.allSettled(waiting)).toEqual(Array(2).fill({ status: 'rejected', reason: away }));
  expect(await next()).toBe(7n);
});

it('fails no caller if the next block fails while ids are left, and reserves it again', async () => {
  const { next, reservations } = sequenceOf(1n, away, 1000n);
  await times(60, next);
  expect(await next()).toBe(61n);
  expect(reservations.length).toBe(3);
});

it('goes on above all stored animals after an id that is taken, which several callers may report', async () => {
  const { next, skipTaken, reservations } = sequenceOf(1n, 5000n, 6000n);
  for (const id of await times(2, next)) skipTaken(id);
  expect(await next()).toBe(5000n);
  expect(reservations).toEqual(['next', 'above all']);
});

it('drops the next block after an id that is taken, because its ids may be lower than those of other instances', async () => {
  const { next, skipTaken } = sequenceOf(1n, 101n, 5000n);
  const [first] = await times(100, next);
  const waiting = next();
  skipTaken(first as PetId);
  expect(await waiting).toBe(5000n);
});

it('takes a plain block if it cannot go above all stored animals, and tries that again at the next id that is taken', async () => {
  const { next, skipTaken, reservations } = sequenceOf(1n, away, 101n, 5000n);
  skipTaken(await next());
  await expect(next()).rejects.toBe(away);
  skipTaken(await next());
  expect(await next()).toBe(5000n);
  expect(reservations).toEqual(['next', 'above all', 'next', 'above all']);
});
