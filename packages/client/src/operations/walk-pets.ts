import type { AnimalStoreClient } from '../animal-store-client.ts';
import type { PetPage } from '../page.ts';

const largestPage = 100;

export const walkPages = (listPets: AnimalStoreClient['listPets']): AnimalStoreClient['pages'] =>
  async function* (query, options) {
    for (let page: PetPage | undefined = await listPets(query, options); page !== undefined; ) {
      yield page;
      page = page.next && (await listPets(page.next, options));
    }
  };

/** The default limit is the largest one, because the caller does not see the pages. */
export const walkPets = (pages: AnimalStoreClient['pages']): AnimalStoreClient['pets'] =>
  async function* (query, options) {
    for await (const { pets } of pages({ ...query, limit: query?.limit ?? largestPage }, options)) yield* pets;
  };
