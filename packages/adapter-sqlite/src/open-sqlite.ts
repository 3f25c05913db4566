import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKeyRepository } from '@animal-store/access';
import type { PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import { createPetCounter } from './count-pets.ts';
import { createSqliteApiKeyRepository } from './create-sqlite-api-key-repository.ts';
import { createSqlitePetMaintenance } from './create-sqlite-pet-maintenance.ts';
import { createSqlitePetRepository } from './create-sqlite-pet-repository.ts';
import { noIdLeft, type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { type FileIdentity, readFileIdentity } from './file-identity.ts';
import { misconfigurationOf } from './misconfiguration-of.ts';
import { openConnection } from './open-connection.ts';
import type { RecordLifetime } from './perform-writes.ts';
import { ensureFile, prepareFile } from './prepare-file.ts';
import { createReader } from './reader.ts';
import { isBusy } from './sqlite-error.ts';
import { unsupportedNode } from './unsupported-node.ts';
import { startWriter } from './writer.ts';

/** The repositories in one SQLite file. */
export interface SqliteStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** For commands that move animals, and never for clients. */
  readonly maintenance: PetMaintenance;
  /** Checks that the file is still the one that was opened, and that animals can be added. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Counts the animals, at most 50,000 more each time. After the first runs it is exact, except below the highest id counted. */
  readonly countPets: TE.TaskEither<RepositoryUnavailable, number>;
  /** Closes the file. Operations that wait, and all later ones, fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** How to open the file. */
export interface SqliteStoreOptions {
  /** The milliseconds within which a write ends; 4,500 if absent. */
  readonly operationTimeoutMS?: number;
  /** The milliseconds that an operation waits for a lock that another process has; 2,000 if absent. */
  readonly lockTimeoutMS?: number;
  /** How long records of idempotent creations are kept at least; forever if absent. */
  readonly recordLifetime?: RecordLifetime;
  /** Whether opening fails if the file does not exist, instead of creating it; default false. */
  readonly mustExist?: boolean;
  /** Called when the thread for writes has ended by itself and is started again. It must not throw. */
  readonly onThreadEnd?: () => void;
}

const defaults: Required<SqliteStoreOptions> = {
  operationTimeoutMS: 4_500,
  lockTimeoutMS: 2_000,
  recordLifetime: 'forever',
  mustExist: false,
  onThreadEnd: () => undefined,
};

const retryAfter = 10;

const whileBusy = async <A>(milliseconds: number, attempt: () => A): Promise<A> => {
  const until = performance.now() + milliseconds;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
    await wait(retryAfter);
  }
};

const createStore = (
  database: DatabaseSync,
  file: string,
  identity: FileIdentity,
  options: Required<SqliteStoreOptions>,
): SqliteStore => {
  const reader = createReader(database, file, identity, options.lockTimeoutMS);
  const { onThreadEnd, ...settings } = options;
  const writer = startWriter({ file, identity, ...settings }, onThreadEnd);
  let closing: Promise<void> | undefined;

  // The reader closes last, because SQLite moves the log into the file when its last connection is closed.
  const close = async (): Promise<void> => {
    await writer.close();
    reader.close();
  };

  return {
    pets: createSqlitePetRepository(reader, writer),
    apiKeys: createSqliteApiKeyRepository(reader, writer),
    maintenance: createSqlitePetMaintenance(reader, writer),
    ping: F.pipe(
      () => writer.write('probe', undefined),
      TE.flatMap((outcome) => (outcome === 'full' ? TE.left(noIdLeft()) : TE.right(undefined))),
    ),
    countPets: createPetCounter(reader),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

const openPrepared = (file: string): E.Either<SqliteMisconfigured, DatabaseSync> => {
  const database = openConnection(file);
  let prepared: ReturnType<typeof prepareFile> | undefined;
  try {
    prepared = prepareFile(database, file);
    return E.map(() => database)(prepared);
  } finally {
    if (prepared === undefined || E.isLeft(prepared)) database.close();
  }
};

const open = async (
  path: string,
  options: Required<SqliteStoreOptions>,
): Promise<E.Either<SqliteMisconfigured, SqliteStore>> => {
  const made = ensureFile(path, options.mustExist);
  if (E.isLeft(made)) return made;
  // SQLite follows links, and creates `-wal` and `-shm` next to the file itself.
  const file = realpathSync(path);
  const opened = await whileBusy(options.lockTimeoutMS, () => openPrepared(file));
  if (E.isLeft(opened)) return opened;
  const database = opened.right;
  const store = createStore(database, file, readFileIdentity(file), options);
  const written = await store.ping();
  const misconfigured = E.isLeft(written) ? misconfigurationOf(file, written.left.cause) : undefined;
  if (misconfigured === undefined) return E.right(store);
  await store.close();
  return E.left(misconfigured);
};

/**
 * Opens the store in a file, which it creates with mode 0600 if it does not exist. It fails if waiting would not help, for
 * example if the directory does not exist or the file belongs to another program. It does not change such a file.
 *
 * Several processes may have one file open at once. They must run on one machine: SQLite's locks and its shared memory do
 * not work over a network file system.
 */
export const openSqlite =
  (path: string, options: SqliteStoreOptions = {}): TE.TaskEither<SqliteMisconfigured, SqliteStore> =>
  async () => {
    const tooOld = unsupportedNode(process.versions.node);
    if (tooOld !== undefined) return E.left(sqliteMisconfigured(tooOld));
    const file = resolve(path);
    try {
      return await open(file, { ...defaults, ...options });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return E.left(misconfigurationOf(file, error) ?? sqliteMisconfigured(`${file} cannot be opened: ${detail}`));
    }
  };
