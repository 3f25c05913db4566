import { getHeapStatistics } from 'node:v8';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import type { Store } from './store.ts';

/** Makes a store in memory. It is lost with the process, and is not ready once its animals take half of the heap. */
export const createMemoryStore = (maxBytes: number = getHeapStatistics().heap_size_limit / 2): Store => {
  const { isFull, ...pets } = createMemoryPetRepository({ maxBytes });
  return {
    pets,
    apiKeys: createMemoryApiKeyRepository(),
    ping: TE.fromIOEither(() => (isFull() ? E.left(repositoryUnavailable('the store is full')) : E.right(undefined))),
    close: () => Promise.resolve(),
  };
};
