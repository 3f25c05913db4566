import type { Pet, PetId, PetRange, PetStatus } from '@animal-store/domain';

/**
 * Animals in ascending order of id, in chunks. One array would be copied as a whole whenever it grows: with 600,000
 * animals that keeps all requests waiting for 11 ms. No chunk is empty.
 */
export type PetList = Pet[][];

const chunkLength = 8192;

/** The first position whose item passes a test that all later items pass too; the length if no item passes. */
const firstWhere = <A>(items: readonly A[], test: (item: A) => boolean): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(items[middle] as A)) high = middle;
    else low = middle + 1;
  }
  return low;
};

const lastId = (chunk: readonly Pet[]): PetId => (chunk.at(-1) as Pet).id;

/** Adds an animal, whose id must be above all others. */
export const append = (list: PetList, pet: Pet): void => {
  const last = list.at(-1);
  if (last === undefined || last.length >= chunkLength) list.push([pet]);
  else last.push(pet);
};

/** At most `limit` animals after an id, or from the first one on. It costs two binary searches and a copy of the page. */
export const pageAfter = (list: PetList, after: PetId | undefined, limit: number): readonly Pet[] => {
  let index = after === undefined ? 0 : firstWhere(list, (chunk) => lastId(chunk) > after);
  const chunk = list[index] ?? [];
  const start = after === undefined ? 0 : firstWhere(chunk, ({ id }) => id > after);
  const page = chunk.slice(start, start + limit);
  while (page.length < limit && ++index < list.length)
    page.push(...(list[index] as Pet[]).slice(0, limit - page.length));
  return page;
};

/** The animal with an id, by two binary searches. */
export const withIdIn = (list: PetList, wanted: PetId): Pet | undefined => {
  const chunk = list[firstWhere(list, (each) => lastId(each) >= wanted)];
  const found = chunk?.[firstWhere(chunk, ({ id }) => id >= wanted)];
  return found?.id === wanted ? found : undefined;
};

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
