import { inspect, isDeepStrictEqual } from 'node:util';
import { idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
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
const keepingLists: Fault<PetRepository> = (pets) => {
  const kept = new Map<
    string,
    readonly [copy: unknown, found: Awaited<ReturnType<ReturnType<PetRepository['list']>>>]
  >();
  return {
    list: (range) => async () => {
      const [copy, before] = kept.get(inspect(range)) ?? [];
      const found = await pets.list(range)();
      if (before !== undefined && isDeepStrictEqual(copy, found)) return before;
      const fresh = structuredClone(found);
      kept.set(inspect(range), [structuredClone(found), fresh]);
      return fresh;
    },
  };
};

export const petWriteFaults = onPetsAlone({
  'an add does nothing before it is run, and adds each time it is run': [bare(eager('add')), bare(memoised('add'))],
  'a change to the given animal while the add is in flight is kept wholly or not at all': (pets) => ({
    add: (given, used) => async () => {
      const { name, categoryId } = given;
      await pause();
      return pets.add({ ...given, name, categoryId }, used)();
    },
  }),
  'two reads at once return what they return in turn': [coalesced('list'), coalesced('find')],
  'a change to what one of two equal runs at once returned does not reach the other': coalesced('list', inspect),
  'any sequence of operations on animals returns what a plain model returns': refusingAgain,
  'nothing that an operation on animals was given or has returned is shared with the store': keepingLists,
});
