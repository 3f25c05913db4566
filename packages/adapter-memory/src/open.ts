import { repositoryUnavailable } from '@animal-store/domain';
import type { Store } from '@animal-store/store';
import { either as E, taskEither as TE } from 'fp-ts';
import { createMemoryApiKeyRepository } from './api-keys.ts';
import { createMemoryPetRepository, type MemoryPetRepositoryOptions } from './pets.ts';

/**
 * Opens an empty store in this process, which ends with it. Its `ping` fails once an animal was refused because the store is full.
 * Throws a `RangeError` unless `maxBytes` is at least 1.
 */
export const openMemory = (options?: MemoryPetRepositoryOptions): Store => {
  const { isFull, ...pets } = createMemoryPetRepository(options);
  return {
    pets,
    apiKeys: createMemoryApiKeyRepository(),
    ping: TE.fromIOEither(() => (isFull() ? E.left(repositoryUnavailable('the store is full')) : E.right(undefined))),
    close: () => Promise.resolve(),
  };
};
