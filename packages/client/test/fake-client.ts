import type { AnimalStoreClient, ClientOptions } from '../src/animal-store-client.ts';
import { createAnimalStoreClient } from '../src/create-animal-store-client.ts';
import { type Fate, fakeFetch, type SentRequest } from './fake-fetch.ts';

export const baseUrl = 'https://animals.example/v1';

export const apiKey = 'ask_key';

export interface FakeClient extends AnimalStoreClient {
  readonly sent: readonly SentRequest[];
}

/** Makes a client whose requests meet these fates in turn. */
export const fakeClient = (fates: readonly Fate[], options: Omit<Partial<ClientOptions>, 'fetch'> = {}): FakeClient => {
  const { fetch, sent } = fakeFetch(...fates);
  return { ...createAnimalStoreClient({ baseUrl, apiKey, ...options, fetch }), sent };
};
