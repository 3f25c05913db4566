import type { CallOptions } from '../client-options.ts';
import type { ListPetsQuery, PetPage } from '../page.ts';
import type { Pet } from '../pet.ts';
import type { ListPets } from './list-pets.ts';

/** Walks over the pages of a list. Each is asked for when it is wanted. */
export type WalkPages = (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<PetPage, void, undefined>;

/** Walks over the animals of a list, page by page. */
export type WalkPets = (query?: ListPetsQuery, options?: CallOptions) => AsyncGenerator<Pet, void, undefined>;

const largestPage = 100;

export const walkPages = (listPets: ListPets): WalkPages =>
  async function* (query, options) {
    for (let page: PetPage | undefined = await listPets(query, options); page !== undefined; ) {
      yield page;
      page = page.next && (await listPets(page.next, options));
    }
  };

/** Unless the query says otherwise the pages are as large as may be: nobody sees them. */
export const walkPets = (pages: WalkPages): WalkPets =>
  async function* (query, options) {
    for await (const { pets } of pages({ ...query, limit: query?.limit ?? largestPage }, options)) yield* pets;
  };
