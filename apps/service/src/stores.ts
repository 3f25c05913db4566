import { getHeapStatistics } from 'node:v8';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { connectMongo, type MongoStoreOptions } from '@animal-store/adapter-mongodb';
import type { ApiKeyRepository, PetRepository } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { MongoMetrics } from './mongo-metrics.ts';
import { createReadiness } from './readiness.ts';
import { systemClock } from './system-clock.ts';

/** The repositories of one technology, and what has to be known of it to run on it. */
export interface Stores {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

// V8 counts up to three times 64 MiB for objects that are new into the limit of the heap, and 3 MiB in a small container.
const youngGenerationBytes = 192 * 2 ** 20;

/** How much memory animals may take: half of what the heap has for objects that stay, or a quarter of a small heap. */
const maxAnimalBytes = (): number => {
  const limit = getHeapStatistics().heap_size_limit;
  return Math.max((limit - youngGenerationBytes) / 2, limit / 4);
};

/** Repositories in this process. They are lost with it, and are not ready once they are full. */
export const createMemoryStores = (): Stores => {
  const pets = createMemoryPetRepository({ maxBytes: maxAnimalBytes() });
  return {
    pets,
    apiKeys: createMemoryApiKeyRepository(),
    isReady: () => Promise.resolve(!pets.isFull()),
    close: () => Promise.resolve(),
  };
};

/**
 * Repositories in MongoDB, which may be away for now. What they do is measured where there are metrics. The Left is a
 * sentence for a person: waiting would not help.
 */
export const openMongoStores = (
  uri: string,
  metrics?: MongoMetrics,
  options?: Pick<MongoStoreOptions, 'recordLifetime'>,
): TE.TaskEither<string, Stores> => {
  const time = metrics?.time ?? (() => F.identity);
  return F.pipe(
    connectMongo(uri, { ...metrics, ...options }),
    TE.bimap(
      ({ message }) => `MONGODB_URI: ${message}`,
      ({ pets, apiKeys, ping, close }) => ({
        pets: {
          list: F.flow(pets.list, time('pets.list')),
          add: F.flow(pets.add, time('pets.add')),
          find: F.flow(pets.find, time('pets.find')),
        },
        apiKeys: { ...apiKeys, findByDigest: F.flow(apiKeys.findByDigest, time('apiKeys.findByDigest')) },
        isReady: createReadiness(async () => E.isRight(await time('ping')(ping)()), systemClock),
        close,
      }),
    ),
  );
};
