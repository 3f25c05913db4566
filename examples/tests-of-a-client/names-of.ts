import { createAnimalStoreClient, type PetStatus } from '@animal-store/client';

/** Where the animal store is, and a key for it. */
export interface Address {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The program under test: the names of all animals with a status, in the order of their ids. */
export const namesOf = async (address: Address, status: PetStatus): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const { name } of createAnimalStoreClient(address).pets({ status })) names.push(name);
  return names;
};
