import { getHeapStatistics } from 'node:v8';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { repositoryUnavailable } from '@animal-store/domain';
import type { Store } from '@animal-store/store';
import { either as E, taskEither as TE } from 'fp-ts';

/** A store with its name for the metrics, such as `mongodb`, and its title for the log, such as `MongoDB`. */
export interface NamedStore extends Store {
  readonly name: string;
  readonly title: string;
}

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
