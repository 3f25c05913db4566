import { getHeapStatistics } from 'node:v8';
import type { ApiKeyRepository } from '@animal-store/access';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import {
  type PetMaintenance,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, type task as T, taskEither as TE } from 'fp-ts';

/** A store as its adapter opens it; it may be unavailable for now. */
export interface Store {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** Succeeds if the store can read and write animals. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  readonly close: T.Task<void>;
}

/** A store with its name for the metrics, such as `mongodb`, and its title for the log, such as `MongoDB`. */
export interface NamedStore extends Store {
  readonly name: string;
  readonly title: string;
}

/** A durable store, which also keeps ids for imports. */
export interface DurableStore extends Store {
  readonly maintenance: PetMaintenance;
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
