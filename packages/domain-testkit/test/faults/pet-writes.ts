import { inspect, isDeepStrictEqual } from 'node:util';
import { idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { idempotency } from '../../src/samples.ts';
import { coalesced, eager, type Fault, memoised, onPetsAlone, pause } from '../fault.ts';

/** Adds without an idempotency key by another rule. */
const bare =
  (change: (pets: PetRepository) => PetRepository): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => (used === undefined ? change(pets) : pets).add(given, used) });

/** Takes an add without a key for a retry of the same animal, which was refused under a key before. */
const refusingAgain: Fault<PetRepository> = (pets) => {
  const refused = new Set<string>();
  return {
    add: (given, used) => async () => {
      if (used === undefined && refused.has(inspect(given))) return E.left(idempotencyKeyReused);
      const outcome = await pets.add(given, used)();
      if (E.isLeft(outcome)) refused.add(inspect(given));
      return outcome;
    },
  };
};

/** Returns the list before, if the same animals are listed again. */
const returningListBefore: Fault<PetRepository> = (pets) => {
  let [list, copy]: unknown[] = [];
  return {
    list: (range) => async () => {
      const found = await pets.list(range)();
      if (isDeepStrictEqual(copy, found)) return list as typeof found;
      copy = found;
      list = structuredClone(found);
      return list as typeof found;
    },
  };
};

export const petWriteFaults = onPetsAlone({
  'each operation on animals happens when it is run, and each time it is run': [
    ...[bare(eager('add')), bare(memoised('add'))],
    ...['list', 'find'].flatMap((name) => [eager(name), memoised(name)]),
  ],
  'a change to the given animal while the add is in flight is kept wholly or not at all': (pets) => ({
    add: (given, used) => async () => {
      const { name, categoryId } = given;
      await pause();
      return pets.add({ ...given, name, categoryId }, used)();
    },
  }),
  'reads at once return what they return in turn, and share nothing that they return': [
    ...[coalesced('list'), coalesced('find')],
    coalesced('list', inspect),
  ],
  'any sequence of operations on animals returns what a plain model returns': [
    refusingAgain,
    // Takes an animal for a retry of the one that was added with a key.
    (pets) => {
      const keyed = new Map<string, ReturnType<typeof idempotency>>();
      return {
        add: (given, used = keyed.get(given.name)) => {
          if (used !== undefined) keyed.set(given.name, used);
          return pets.add(given, used);
        },
      };
    },
  ],
  'nothing that an operation on animals was given or has returned is shared with the store': returningListBefore,
});
