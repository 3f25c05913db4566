import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { connectMongo, type RecordLifetime } from '@animal-store/adapter-mongodb';
import { openSqlite } from '@animal-store/adapter-sqlite';
import {
  type ApiKeyRepository,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import type { Configuration } from './configuration.ts';
import type { Metrics } from './metrics.ts';
import { createReadiness } from './readiness.ts';
import { type StoreVariable, storeVariableNames } from './store-variables.ts';
import { systemClock } from './system-clock.ts';

/** What a store is called, and how its API keys begin. */
interface StoreTexts {
  /** In the log, such as `memory`. */
  readonly name: string;
  /** In a sentence, such as `MongoDB`. */
  readonly title: string;
  /** For a person who starts the service: where the animals are. */
  readonly place: string;
  /**
   * When a start makes an API key and prints it: always, because the keys of an earlier one are lost; if the store has
   * none, which is so at its first start; or never, because the store is shared.
   */
  readonly makesKey: 'always' | 'if there is none' | 'never';
}

/** What every adapter of a store gives. */
interface OpenedStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  readonly close: T.Task<void>;
}

/** The repositories of one technology, and what has to be known of it to run on it. */
export interface Stores extends StoreTexts {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export type { RecordLifetime };

/** What a process that serves adds to a store; a command that only looks after keys leaves both out. */
export interface StoreOptions {
  readonly metrics?: Metrics;
  /** How long records of idempotent creations are kept. */
  readonly recordLifetime?: RecordLifetime;
}

/** A store that a variable chooses: how it is described and opened, both from the value of the variable. */
interface StoreDescription {
  readonly texts: (value: string) => StoreTexts;
  readonly open: (value: string, options: StoreOptions) => TE.TaskEither<{ readonly message: string }, OpenedStore>;
}

const memory: StoreTexts = {
  name: 'memory',
  title: 'the memory',
  place: 'in memory: the animals go when the process does',
  makesKey: 'always',
};

const descriptions: Readonly<Record<StoreVariable, StoreDescription>> = {
  SQLITE_FILE: {
    texts: (file) => ({
      name: 'sqlite',
      title: 'the SQLite file',
      place: `in the file ${resolve(file)}`,
      makesKey: 'if there is none',
    }),
    open: (file, { recordLifetime }) => openSqlite(file, recordLifetime && { recordLifetime }),
  },
  MONGODB_URI: {
    texts: () => ({ name: 'mongodb', title: 'MongoDB', place: 'in MongoDB', makesKey: 'never' }),
    open: (uri, { metrics, recordLifetime }) =>
      connectMongo(uri, { ...metrics?.forMongo(), ...(recordLifetime && { recordLifetime }) }),
  },
};

const toStores = (
  { pets, apiKeys, ping, close }: OpenedStore,
  texts: StoreTexts,
  time: Metrics['time'] = () => F.identity,
): Stores => ({
  ...texts,
  pets: {
    list: F.flow(pets.list, time('pets.list')),
    add: F.flow(pets.add, time('pets.add')),
    find: F.flow(pets.find, time('pets.find')),
  },
  apiKeys: { ...apiKeys, findByDigest: F.flow(apiKeys.findByDigest, time('apiKeys.findByDigest')) },
  isReady: createReadiness(async () => E.isRight(await time('ping')(ping)()), systemClock),
  close,
});

// V8 counts up to three times 64 MiB for objects that are new into the limit of the heap, and 3 MiB in a small container.
const youngGenerationBytes = 192 * 2 ** 20;

/** How much memory animals may take: half of what the heap has for objects that stay, or a quarter of a small heap. */
const maxAnimalBytes = (): number => {
  const limit = getHeapStatistics().heap_size_limit;
  return Math.max((limit - youngGenerationBytes) / 2, limit / 4);
};

/** Repositories in this process. They are lost with it, and are not ready once they are full. */
export const createMemoryStores = (metrics?: Metrics, maxBytes: number = maxAnimalBytes()): Stores => {
  const pets = createMemoryPetRepository({ maxBytes });
  const ping = TE.fromIOEither(() => (pets.isFull() ? E.left(repositoryUnavailable('full')) : E.right(undefined)));
  const apiKeys = createMemoryApiKeyRepository();
  return toStores({ pets, apiKeys, ping, close: () => Promise.resolve() }, memory, metrics?.time);
};

/**
 * Opens the store that the configuration chooses; it may be away for now. What it does is measured if there are metrics.
 * The Left is a sentence for a person: waiting would not help.
 */
export const openStores = (configuration: Configuration, options: StoreOptions = {}): TE.TaskEither<string, Stores> => {
  for (const variable of storeVariableNames) {
    const value = configuration[variable];
    if (value === undefined) continue;
    const { open, texts } = descriptions[variable];
    return F.pipe(
      open(value, options),
      TE.bimap(
        ({ message }) => `${variable}: ${message}`,
        (opened) => toStores(opened, texts(value), options.metrics?.time),
      ),
    );
  }
  return TE.fromIO(() => createMemoryStores(options.metrics));
};
