import type { Pet, PetStatus } from './pet.ts';

/** Which animals are wanted. */
export interface ListPetsQuery {
  /** The most animals a page may hold: an integer, 1 … 100; 20 when it is absent. */
  readonly limit?: number | undefined;
  /** Only animals of this status; those without a status match none. */
  readonly status?: PetStatus | undefined;
}

/** The page after another one: plain data, which may be kept and used later. */
export interface NextPage {
  readonly href: string;
}

/** A page of animals, in ascending order of id. */
export interface PetPage {
  readonly pets: readonly Pet[];
  /** What `listPets` takes to give the page after this one; absent on the last page. */
  readonly next?: NextPage;
}
