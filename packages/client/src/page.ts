import type { Pet, PetStatus } from './pet.ts';

/** A query for animals. */
export interface ListPetsQuery {
  /** The maximum number of animals of a page: an integer, 1 … 100; default 20. */
  readonly limit?: number | undefined;
  /** Only animals with this status. Animals without a status match none. */
  readonly status?: PetStatus | undefined;
}

/** The page after another one: plain data that can be stored and used later. */
export interface NextPage {
  readonly href: string;
}

/** A page of animals, in ascending order of id. */
export interface PetPage {
  readonly pets: readonly Pet[];
  /** The argument of `listPets` for the next page; absent on the last page. */
  readonly next?: NextPage;
}
