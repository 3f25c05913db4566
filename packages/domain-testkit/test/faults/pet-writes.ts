import { inspect } from 'node:util';
import type { Idempotency, PetRepository } from '@animal-store/domain';
import { coalesced, eager, type Fault, keeping, memoised, onPetsAlone, pause } from '../fault.ts';

/** Adds without an idempotency key by another rule. */
const bare =
  (change: (pets: PetRepository) => PetRepository): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => (used === undefined ? change(pets) : pets).add(given, used) });

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
    ...['list', 'find'].flatMap((name) => [coalesced(name), keeping(name)]),
    coalesced('list', inspect),
  ],
  // Takes an animal for a retry of the one that was added with a key.
  'any sequence of operations on animals returns what a plain model returns': (pets) => {
    const keyed = new Map<string, Idempotency>();
    return {
      add: (given, used = keyed.get(given.name)) => {
        if (used !== undefined) keyed.set(given.name, used);
        return pets.add(given, used);
      },
    };
  },
  'nothing that an operation on animals was given or has returned is shared with the store': keeping('add'),
});
