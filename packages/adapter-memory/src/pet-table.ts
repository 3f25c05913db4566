import type { Pet, PetId, PetRange, PetStatus } from '@animal-store/domain';
import { append, type PetList, pageAfter, withIdIn } from './pet-list.ts';

/** The animals in memory. */
export interface PetTable {
  readonly all: PetList;
  readonly byStatus: Readonly<Record<PetStatus, PetList>>;
}

export const createPetTable = (): PetTable => ({
  all: [],
  byStatus: { available: [], pending: [], sold: [] },
});

/** The animals of a range. The cost depends on its length, not on the number of animals. */
export const petsInRange = ({ all, byStatus }: PetTable, { status, after, limit }: PetRange): readonly Pet[] =>
  pageAfter(status === undefined ? all : byStatus[status], after, limit);

/** The animal with an id. */
export const petWithId = ({ all }: PetTable, id: PetId): Pet | undefined => withIdIn(all, id);

/** Adds an animal, whose id must be above all others. */
export const appendPet = ({ all, byStatus }: PetTable, pet: Pet): void => {
  append(all, pet);
  if (pet.status !== undefined) append(byStatus[pet.status], pet);
};
