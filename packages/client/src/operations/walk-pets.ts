import type { CallOptions } from '../client-options.ts';
import type { ListPetsQuery, PetPage } from '../page.ts';
import type { Pet } from '../pet.ts';
import type { ListPets } from './list-pets.ts';

/** Iterates over the pages of a list. It requests each page when the iteration reaches it. */
export type WalkPages = (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<PetPage, void, undefined>;

/** Iterates over the animals of a list, page by page. */
export type WalkPets = (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<Pet, void, undefined>;

const largestPage = 100;

export const walkPages = (listPets: ListPets): WalkPages =>
  async function* (query, options) {
    for (let page: PetPage | undefined = await listPets(query, options); page !== undefined; ) {
      yield page;
      page = page.next && (await listPets(page.next, options));
    }
  };

/** The default limit is the largest one, because the caller does not see the pages. */
export const walkPets = (pages: WalkPages): WalkPets =>
  async function* (query, options) {
    for await (const { pets } of pages({ ...query, limit: query?.limit ?? largestPage }, options)) yield* pets;
  };
