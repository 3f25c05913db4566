import { getHeapStatistics } from 'node:v8';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import type { Metrics } from '../observation/metrics.ts';
import { type Stores, toStores } from './opened-stores.ts';
import type { StoreTexts } from './store-description.ts';

const memory: StoreTexts = { name: 'memory', title: 'the memory', makesKey: 'always' };

// The limit of the heap includes up to three times 64 MiB for new objects, and 3 MiB in a small container.
const youngGenerationBytes = 192 * 2 ** 20;

/** The most memory that animals may take: half of the heap for long-lived objects, or a quarter of a small heap. */
const maxAnimalBytes = (): number => {
  const limit = getHeapStatistics().heap_size_limit;
  return Math.max((limit - youngGenerationBytes) / 2, limit / 4);
};

/** Makes repositories in memory. They are lost with the process, and are not ready once they are full. */
export const createMemoryStores = (metrics?: Metrics, maxBytes: number = maxAnimalBytes()): Stores => {
  const { isFull, ...pets } = createMemoryPetRepository({ maxBytes });
  const full = new Error('the store is full, so no more animals can be added');
  const ping = TE.fromIOEither(() => (isFull() ? E.left(repositoryUnavailable(full)) : E.right(undefined)));
  const opened = { pets, apiKeys: createMemoryApiKeyRepository(), ping, close: () => Promise.resolve() };
  return toStores(opened, memory, 'in memory: the animals are lost when the process ends', metrics?.time);
};
