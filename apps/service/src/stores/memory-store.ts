import { getHeapStatistics } from 'node:v8';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { repositoryUnavailable } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import type { Metrics } from '../observation/metrics.ts';
import { type ObservedStore, observeStore } from './observed-store.ts';
import type { OpenStore } from './open-store.ts';
import type { StoreTexts } from './store-kind.ts';

const memory: StoreTexts = { name: 'memory', title: 'the memory', makesKey: 'always' };

/** Where the animals are, for the person who starts the service. */
export const memoryPlace = 'in memory: the animals are lost when the process ends';

// The limit of the heap includes up to three times 64 MiB for new objects, and 3 MiB in a small container.
const youngGenerationBytes = 192 * 2 ** 20;

/** The most memory that animals may take: half of the heap for long-lived objects, or a quarter of a small heap. */
const maxAnimalBytes = (): number => {
  const limit = getHeapStatistics().heap_size_limit;
  return Math.max((limit - youngGenerationBytes) / 2, limit / 4);
};

/** Makes a store in memory. It is lost with the process, and is not ready once it is full. */
export const createMemoryStore = (metrics?: Metrics, maxBytes: number = maxAnimalBytes()): ObservedStore => {
  const { isFull, ...pets } = createMemoryPetRepository({ maxBytes });
  const full = new Error('the store is full');
  const ping = TE.fromIOEither(() => (isFull() ? E.left(repositoryUnavailable(full)) : E.right(undefined)));
  const opened: OpenStore = { pets, apiKeys: createMemoryApiKeyRepository(), ping, close: () => Promise.resolve() };
  return observeStore(opened, memory, memoryPlace, metrics?.time);
};
