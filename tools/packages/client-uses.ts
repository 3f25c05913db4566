// What the types of the client allow a program, and what they forbid. This is compiled, and never runs.
import * as api from '@animal-store/client';

const client = api.createAnimalStoreClient({ baseUrl: new URL('https://animals.example/v1'), apiKey: 'a', fetch });
const status: api.PetStatus | undefined = api.petStatuses.at(0);
const signal: AbortSignal | undefined = AbortSignal.timeout(1);

export const id: bigint = (await client.addPet({ name: '', categoryId: 1n, status }, { signal })).id;
export const pages: AsyncIterable<api.PetPage> = client.pages({ status, limit: undefined }, { timeout: 1 });

export const code = (error: api.AnimalStoreError): api.ServiceErrorCode | 'brand_new' | undefined => {
  switch (error.code) {
    case 'connection_failed':
    case 'timed_out':
    case 'unexpected_response':
      return undefined;
    case 'unrecognized':
      return error.serviceCode === 'brand_new' ? error.serviceCode : undefined;
    default:
      return error.code;
  }
};

export const wrongUses = (error: api.AnimalStoreError, pet: api.Pet): readonly unknown[] => [
  // @ts-expect-error A code is misspelt.
  error.code === 'not_fuond',
  // @ts-expect-error An error without a response has no status.
  error.status satisfies number,
  // @ts-expect-error An animal has a category.
  client.addPet({ name: 'Rex' }),
  // @ts-expect-error An id is no text.
  client.getPet('1'),
  // @ts-expect-error An id is no number.
  pet.id satisfies number,
  // @ts-expect-error There is no such status.
  client.listPets({ status: 'lost' }),
  // @ts-expect-error An animal does not change.
  () => (pet.name = 'Rex'),
  // @ts-expect-error A file of the package is private.
  import('@animal-store/client/dist/index.js'),
];
