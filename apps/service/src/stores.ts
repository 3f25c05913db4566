import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { ApiKeyRepository } from '@animal-store/access';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import type { RecordLifetime } from '@animal-store/adapter-mongodb';
import { systemClock } from '@animal-store/adapter-node';
import {
  type PetMaintenance,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import type { StoreChoice } from './configuration/store-choice.ts';
import type { StoreVariable } from './configuration/store-variables.ts';
import type { StoreMisconfigured } from './errors.ts';
import type { Metrics } from './observation/metrics.ts';
import { createReadiness } from './serve/readiness.ts';

/** The names of a store, and when a start makes its first API key. */
interface StoreTexts {
  /** In the log, such as `memory`. */
  readonly name: string;
  /** In a message, such as `MongoDB`. */
  readonly title: string;
  /** Where the animals are, for the person who starts the service. */
  readonly place: string;
  /**
   * When a start makes an API key and prints it: always, because the keys of an earlier one are lost; if the store has
   * none, which is so at its first start; or never, because the store is shared.
   */
  readonly makesKey: 'always' | 'if there is none' | 'never';
}

/** The part that all adapters of stores have in common. */
interface OpenedStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  readonly close: T.Task<void>;
}

/** A store, ready for the service. */
export interface Stores extends StoreTexts {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** A store that keeps the ids of animals. Only commands open it, never the service. */
export interface Maintenance {
  readonly maintenance: PetMaintenance;
  readonly close: T.Task<void>;
}

/** The progress of a copy, in pages of the store. */
interface CopyProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/** How a store is copied to a file while it is used. */
export interface StoreCopy {
  /** Copies the store, as it is at one instant, to an empty file. */
  readonly copyTo: (
    target: string,
    onProgress: (progress: CopyProgress) => void,
  ) => TE.TaskEither<{ readonly message: string }, void>;
  /** Whether a process uses a file as its store, so that it must not be replaced. */
  readonly isInUse: (target: string) => boolean;
}

export type { RecordLifetime };

/** How a store is opened. */
export interface StoreOptions {
  readonly metrics?: Metrics;
  /** How long records of idempotent creations are kept. */
  readonly recordLifetime?: RecordLifetime;
  /** Whether a store that does not exist yet is refused instead of made. */
  readonly mustExist?: boolean;
}

/**
 * A store that a variable chooses: how it is described and opened, both from the value of the variable. Its adapter is
 * loaded when it is opened: the MongoDB driver alone is a third of all modules.
 */
interface StoreDescription {
  readonly texts: (value: string) => StoreTexts;
  readonly open: (value: string, options: StoreOptions) => TE.TaskEither<{ readonly message: string }, OpenedStore>;
  readonly openMaintenance: (value: string) => TE.TaskEither<{ readonly message: string }, Maintenance>;
  /** How it is backed up; the Left is a message that names the tools for it. */
  readonly backup: (value: string) => TE.TaskEither<string, StoreCopy>;
}

const memory: StoreTexts = {
  name: 'memory',
  title: 'the memory',
  place: 'in memory: the animals are lost when the process ends',
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
    open:
      (file, { recordLifetime, mustExist }) =>
      async () => {
        const { openSqlite } = await import('@animal-store/adapter-sqlite');
        return openSqlite(file, { ...(recordLifetime && { recordLifetime }), ...(mustExist && { mustExist }) })();
      },
    openMaintenance: (file) => async () => (await import('@animal-store/adapter-sqlite')).openSqlite(file)(),
    backup: (file) => async () => {
      const { backupSqlite, isSqliteFileInUse } = await import('@animal-store/adapter-sqlite');
      const copyTo: StoreCopy['copyTo'] = (target, onProgress) => backupSqlite(file, target, onProgress);
      return E.right({ copyTo, isInUse: isSqliteFileInUse });
    },
  },
  MONGODB_URI: {
    texts: () => ({ name: 'mongodb', title: 'MongoDB', place: 'in MongoDB', makesKey: 'never' }),
    open:
      (uri, { metrics, recordLifetime }) =>
      async () => {
        const { connectMongo } = await import('@animal-store/adapter-mongodb');
        return connectMongo(uri, { ...metrics?.forMongo(), ...(recordLifetime && { recordLifetime }) })();
      },
    openMaintenance: (uri) => async () =>
      (await import('@animal-store/adapter-mongodb')).connectMongoMaintenance(uri)(),
    backup: () =>
      TE.left(
        'MongoDB is backed up by its own tools, also while services run: mongodump --oplog, or a snapshot of its volume ' +
          '(docs/operations.md, Backup and restore). To copy the animals alone, use animal-store export',
      ),
  },
};

const toStores = (
  { pets, apiKeys, ping, close }: OpenedStore,
  texts: StoreTexts,
  time: Metrics['time'] = () => F.identity,
): Stores => {
  const [timeList, timeAdd, timeFind] = [time('pets.list'), time('pets.add'), time('pets.find')];
  return {
    ...texts,
    pets: {
      list: (range) => timeList(pets.list(range)),
      add: (newPet, idempotency) => timeAdd(pets.add(newPet, idempotency)),
      find: (id) => timeFind(pets.find(id)),
    },
    apiKeys: { ...apiKeys, findByDigest: F.flow(apiKeys.findByDigest, time('apiKeys.findByDigest')) },
    isReady: createReadiness(async () => E.isRight(await time('ping')(ping)()), systemClock),
    close,
  };
};

// The limit of the heap includes up to three times 64 MiB for new objects, and 3 MiB in a small container.
const youngGenerationBytes = 192 * 2 ** 20;

/** The most memory that animals may take: half of the heap for long-lived objects, or a quarter of a small heap. */
const maxAnimalBytes = (): number => {
  const limit = getHeapStatistics().heap_size_limit;
  return Math.max((limit - youngGenerationBytes) / 2, limit / 4);
};

/** Makes repositories in memory. They are lost with the process, and are not ready once they are full. */
export const createMemoryStores = (metrics?: Metrics, maxBytes: number = maxAnimalBytes()): Stores => {
  const pets = createMemoryPetRepository({ maxBytes });
  const ping = TE.fromIOEither(() => (pets.isFull() ? E.left(repositoryUnavailable('full')) : E.right(undefined)));
  const apiKeys = createMemoryApiKeyRepository();
  return toStores({ pets, apiKeys, ping, close: () => Promise.resolve() }, memory, metrics?.time);
};

/** Makes the failure of the chosen store from that of its adapter. */
const misconfigured =
  ({ variable }: StoreChoice) =>
  ({ message }: { readonly message: string }): StoreMisconfigured => ({
    _tag: 'StoreMisconfigured',
    variable,
    message,
  });

/** Opens a durable store; it may be unavailable for now. Its operations are measured if there are metrics. */
export const openStores = (
  choice: StoreChoice,
  options: StoreOptions = {},
): TE.TaskEither<StoreMisconfigured, Stores> => {
  const { texts, open } = descriptions[choice.variable];
  return F.pipe(
    open(choice.value, options),
    TE.bimap(misconfigured(choice), (opened) => toStores(opened, texts(choice.value), options.metrics?.time)),
  );
};

/** Opens the maintenance of a durable store, for commands that keep ids. */
export const openMaintenance = (choice: StoreChoice): TE.TaskEither<StoreMisconfigured, Maintenance> =>
  F.pipe(descriptions[choice.variable].openMaintenance(choice.value), TE.mapLeft(misconfigured(choice)));

/** The backup of a durable store. The Left is a message that says what to do instead. */
export const backupOf = ({ variable, value }: StoreChoice): TE.TaskEither<string, StoreCopy> =>
  descriptions[variable].backup(value);
