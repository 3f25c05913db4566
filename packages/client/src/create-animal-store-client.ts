import type { AnimalStoreClient } from './animal-store-client.ts';
import { normalizeBaseUrl } from './base-url.ts';
import type { ClientOptions } from './client-options.ts';
import { createTransport } from './create-transport.ts';
import { addPet } from './operations/add-pet.ts';
import { getPet } from './operations/get-pet.ts';
import { listPets } from './operations/list-pets.ts';
import { walkPages, walkPets } from './operations/walk-pets.ts';

/** Creates a client. Throws a `TypeError` if `baseUrl` or `apiKey` is invalid. It sends no request before the first call. */
export const createAnimalStoreClient = (options: ClientOptions): AnimalStoreClient => {
  const send = createTransport(options);
  const base = normalizeBaseUrl(options.baseUrl);
  const list = listPets(send, base);
  const pages = walkPages(list);
  return {
    listPets: list,
    pages,
    pets: walkPets(pages),
    addPet: addPet(send, base),
    getPet: getPet(send, base),
  };
};
