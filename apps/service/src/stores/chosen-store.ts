import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { openMemory } from '@animal-store/adapter-memory';
import type { RepositoryUnavailable } from '@animal-store/domain';
import {
  type DurableStore,
  type FoundStore,
  type Store,
  type StoreMisconfigured,
  storeMisconfigured,
} from '@animal-store/store';
import { function as F, taskEither as TE } from 'fp-ts';
import type { Registry } from 'prom-client';
import { type Configuration, decodeConfiguration, type Environment } from '../configuration/configuration.ts';
import { storeVariables } from '../configuration/variables.ts';
import { reasonOf } from '../describe-error.ts';
import { messagesOf } from '../start-failure.ts';
import { createPoolMetrics } from './pool-metrics.ts';

/** A store with its name for the metrics, such as `mongodb`, and its title for the log, such as `MongoDB`. */
export interface NamedStore extends Store {
  readonly name: string;
  readonly title: string;
}

/**
 * A kind of durable store. It loads its adapter when it is used, because most modules belong to the drivers. `value` is the
 * value of its variable.
 */
interface StoreKind {
  /** Its name in the log and the metrics, such as `mongodb`. */
  readonly name: string;
  /** Its name in messages, such as `MongoDB`. */
  readonly title: string;
  /** Opens it. `registry` gets the metrics of its connections. */
  readonly open: (value: string, registry?: Registry) => TE.TaskEither<StoreMisconfigured, DurableStore>;
  /** Checks whether a start can use the store. It changes nothing. */
  readonly check: (value: string) => TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore>;
}

/** The kinds of durable stores by the variable that chooses them. */
const storeKinds: Readonly<Record<(typeof storeVariables)[number], StoreKind>> = {
  SQLITE_FILE: {
    name: 'sqlite',
    title: 'the SQLite file',
    open: (file) => async () => (await import('@animal-store/adapter-sqlite')).openSqlite(resolve(file))(),
    check: (file) => async () => (await import('@animal-store/adapter-sqlite')).checkSqlite(resolve(file))(),
  },
  MONGODB_URI: {
    name: 'mongodb',
    title: 'MongoDB',
    open: (uri, registry) => async () => {
      const { openMongo } = await import('@animal-store/adapter-mongodb');
      return openMongo(uri, { ...(registry && { pool: createPoolMetrics(registry) }) })();
    },
    check: (uri) => async () => (await import('@animal-store/adapter-mongodb')).checkMongo(uri)(),
  },
  POSTGRES_URI: {
    name: 'postgres',
    title: 'PostgreSQL',
    open: (uri, registry) => async () => {
      const { openPostgres } = await import('@animal-store/adapter-postgres');
      return openPostgres(uri, { ...(registry && { pool: createPoolMetrics(registry) }) })();
    },
    check: (uri) => async () => (await import('@animal-store/adapter-postgres')).checkPostgres(uri)(),
  },
};

/** The durable store that a variable chooses. */
interface ChosenStore extends Pick<StoreKind, 'name' | 'title'> {
  readonly variable: (typeof storeVariables)[number];
  /** The value of the variable, which may be a secret. */
  readonly value: string;
}

/** The durable store of a configuration; undefined if the animals are in memory. */
export const chosenStore = (configuration: Configuration): ChosenStore | undefined => {
  const variable = storeVariables.find((name) => configuration[name] !== undefined);
  const value = variable && configuration[variable];
  if (variable === undefined || value === undefined) return undefined;
  const { name, title } = storeKinds[variable];
  return { variable, value, name, title };
};

/** Opens a durable store; it may be unavailable for now. */
const openChosenStore = (
  chosen: ChosenStore,
  registry?: Registry,
): TE.TaskEither<StoreMisconfigured, ChosenStore & DurableStore> =>
  F.pipe(
    storeKinds[chosen.variable].open(chosen.value, registry),
    TE.bimap(
      ({ message }) => storeMisconfigured(`${chosen.variable}: ${message}`),
      (store) => ({ ...chosen, ...store }),
    ),
  );

/** Opens the store of a configuration, which is in memory if no variable chooses a durable one. */
export const openStore = (
  configuration: Configuration,
  registry: Registry,
): TE.TaskEither<StoreMisconfigured, NamedStore> => {
  const chosen = chosenStore(configuration);
  if (chosen !== undefined) return openChosenStore(chosen, registry);
  // Half of the heap: the rest is for requests.
  const maxBytes = getHeapStatistics().heap_size_limit / 2;
  return TE.right({ ...openMemory({ maxBytes }), name: 'memory', title: 'the memory' });
};

/** What a start would find in a durable store, if it can use it. It changes nothing. */
export const checkChosenStore = ({ variable, value, title }: ChosenStore): TE.TaskEither<string, FoundStore> =>
  F.pipe(
    storeKinds[variable].check(value),
    TE.mapLeft((failure) =>
      'cause' in failure ? `${title} is unavailable: ${reasonOf(failure.cause)}` : `${variable}: ${failure.message}`,
    ),
  );

const assertCreated = (chosen: ChosenStore): TE.TaskEither<string, FoundStore> =>
  F.pipe(
    checkChosenStore(chosen),
    TE.filterOrElse(
      ({ state }) => state === 'ours',
      ({ state }) => `${chosen.variable}: ${chosen.title} ${state === 'absent' ? 'does not exist' : 'is empty'}`,
    ),
  );

/**
 * Opens the durable store of a command. One that does not exist or is empty is refused, because its variable is most likely
 * misspelt, unless the command `mayCreate` it. The Left is a message for the operator.
 */
export const openForCommand = (
  environment: Environment,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): TE.TaskEither<string, ChosenStore & DurableStore> =>
  F.pipe(
    TE.fromEither(decodeConfiguration(environment, storeVariables)),
    TE.mapLeft((invalid) => messagesOf(invalid).join('; ')),
    TE.chainNullableK(`no store is chosen: set ${storeVariables.join(', ')}; a store in memory ends with its process`)(
      chosenStore,
    ),
    TE.tap((chosen) => (mayCreate ? TE.right(undefined) : assertCreated(chosen))),
    TE.chain((chosen) => TE.mapLeft(({ message }: StoreMisconfigured) => message)(openChosenStore(chosen))),
  );
