import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import type { ApiKeyRepository, PetRepository } from '@animal-store/domain';

/** The repositories of one technology, and what has to be known of it to run on it. */
export interface Stores {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Repositories in this process, gone with it. */
export const createMemoryStores = (): Stores => ({
  pets: createMemoryPetRepository(),
  apiKeys: createMemoryApiKeyRepository(),
  isReady: () => Promise.resolve(true),
  close: () => Promise.resolve(),
});
