import type { AnimalStoreClient, ClientOptions, Fetch, FetchInit } from '../src/animal-store-client.ts';
import { createAnimalStoreClient } from '../src/create-animal-store-client.ts';

/** The fate of a request: a response, a lost connection, or silence until it is aborted. */
export type Fate = Response | Error | 'silence';

const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

interface Sent {
  readonly sent: readonly { readonly url: string; readonly init: FetchInit }[];
}

/** Gives the requests these fates in their order. One more request is an error of the test. */
export const fakeFetch = (...fates: readonly Fate[]): Sent & { readonly fetch: Fetch } => {
  const sent: Sent['sent'][number][] = [];
  return {
    sent,
    fetch: async (url, init) => {
      sent.push({ url, init });
      const fate = fates[sent.length - 1];
      if (fate === undefined) throw new Error(`There is no fate for request ${sent.length}: ${url}`);
      if (fate instanceof Error) throw fate;
      return fate === 'silence' ? silence(init.signal) : fate;
    },
  };
};

export const apiKey = 'ask_key';

/** Makes a client whose requests meet these fates in turn. */
export const fakeClient = (
  fates: readonly Fate[],
  options: Omit<Partial<ClientOptions>, 'fetch'> = {},
): AnimalStoreClient & Sent => {
  const { fetch, sent } = fakeFetch(...fates);
  return { ...createAnimalStoreClient({ baseUrl: 'https://animals.example/v1', apiKey, ...options, fetch }), sent };
};

export const jsonResponse = (status: number, json: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(json, { status, headers: { 'Content-Type': 'application/json', ...headers } });
