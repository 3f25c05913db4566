import {
  type Idempotency,
  idempotencyKeyReused,
  newPetEq,
  type Pet,
  type PetId,
  type PetRange,
  type PetRepository,
  type PetStatus,
  petStatuses,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';

const positionAfter = (pets: readonly Pet[], after: PetId): number => {
  let low = 0;
  let high = pets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pets[middle] as Pet).id <= after) low = middle + 1;
    else high = middle;
  }
  return low;
};

const rangeOf = (pets: readonly Pet[], { after, limit }: PetRange): readonly Pet[] => {
  const start = after === undefined ? 0 : positionAfter(pets, after);
  return pets.slice(start, start + limit);
};

// Neither part can hold a space, so no two pairs make the same text.
const creationOf = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

/**
 * Makes a `PetRepository` that keeps its animals in this process and loses them with it. Listing costs O(limit) and
 * a binary search, with and without a filter, however many animals there are; `find` is O(1).
 */
export const createMemoryPetRepository = (): PetRepository => {
  // An id is the position in `all` plus one, so both kinds of list are in ascending order of id by construction.
  const all: Pet[] = [];
  const byStatus = new Map<PetStatus, Pet[]>(petStatuses.map((status) => [status, []]));
  const creations = new Map<string, Pet>();

  return {
    list: (range) =>
      TE.fromIO(() => rangeOf(range.status === undefined ? all : (byStatus.get(range.status) ?? []), range)),

    add: (newPet, idempotency) =>
      TE.fromIOEither(() => {
        const before = idempotency && creations.get(creationOf(idempotency));
        if (before !== undefined)
          return newPetEq.equals(before, newPet) ? E.right(before) : E.left(idempotencyKeyReused);

        const pet = Object.freeze(withId(BigInt(all.length + 1) as PetId, newPet));
        all.push(pet);
        if (pet.status !== undefined) byStatus.get(pet.status)?.push(pet);
        if (idempotency !== undefined) creations.set(creationOf(idempotency), pet);
        return E.right(pet);
      }),

    // An id beyond the safe integers loses digits in Number(), but is far beyond the end of any array as well.
    find: (id) => TE.fromIO(() => O.fromNullable(all[Number(id) - 1])),
  };
};
