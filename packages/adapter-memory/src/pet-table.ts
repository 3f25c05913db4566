import { type Pet, type PetId, type PetRange, type PetStatus, petStatuses } from '@animal-store/domain';

/** The animals in memory: every list is in ascending order of id. */
export interface PetTable {
  readonly all: Pet[];
  readonly byStatus: ReadonlyMap<PetStatus, Pet[]>;
}

export const createPetTable = (): PetTable => ({
  all: [],
  byStatus: new Map(petStatuses.map((status) => [status, []])),
});

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

/** The animals of a range, by a binary search and a copy as long as the range. */
export const petsInRange = ({ all, byStatus }: PetTable, { status, after, limit }: PetRange): readonly Pet[] => {
  const pets = status === undefined ? all : (byStatus.get(status) ?? []);
  const start = after === undefined ? 0 : positionAfter(pets, after);
  return pets.slice(start, start + limit);
};

/** The animal with an id, by a binary search. */
export const petWithId = ({ all }: PetTable, id: PetId): Pet | undefined => {
  const found = all[positionAfter(all, id) - 1];
  return found?.id === id ? found : undefined;
};

/** Adds an animal, whose id must be above all others. */
export const appendPet = ({ all, byStatus }: PetTable, pet: Pet): void => {
  all.push(pet);
  if (pet.status !== undefined) byStatus.get(pet.status)?.push(pet);
};
