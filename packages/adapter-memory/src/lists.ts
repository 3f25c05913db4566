import type { Pet, PetId, PetRange, PetStatus } from '@animal-store/domain';

/**
 * All animals, and those of each status, each in ascending order of id. Memory has no index of its own: the order of an array
 * is one, which is searched by halves.
 */
export type PetLists = Readonly<Record<'all' | PetStatus, Pet[]>>;

export const createPetLists = (): PetLists => ({ all: [], available: [], pending: [], sold: [] });

/** The index of the first animal whose id is above an id, by binary search. */
const indexAfter = (pets: readonly Pet[], id: PetId): number => {
  let low = 0;
  let high = pets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pets[middle] as Pet).id > id) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The animals of a range. The cost depends on its length, not on the number of animals. */
export const petsInRange = (lists: PetLists, { status, after, limit }: PetRange): readonly Pet[] => {
  const pets = lists[status ?? 'all'];
  const start = after === undefined ? 0 : indexAfter(pets, after);
  return pets.slice(start, start + limit);
};

/** The animal with an id. */
export const petWithId = ({ all }: PetLists, id: PetId): Pet | undefined => {
  const pet = all[indexAfter(all, id) - 1];
  return pet?.id === id ? pet : undefined;
};

/** Adds an animal, whose id must be above all others. */
export const appendPet = (lists: PetLists, pet: Pet): void => {
  lists.all.push(pet);
  if (pet.status !== undefined) lists[pet.status].push(pet);
};
