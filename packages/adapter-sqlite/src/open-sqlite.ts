import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKeyRepository } from '@animal-store/access';
import type { PetMaintenance, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import { createSqliteApiKeyRepository } from './create-sqlite-api-key-repository.ts';
import { createSqlitePetMaintenance } from './create-sqlite-pet-maintenance.ts';
import { createSqlitePetRepository } from './create-sqlite-pet-repository.ts';
import { type FileIdentity, readFileIdentity } from './file-identity.ts';
import { openConnection } from './open-connection.ts';
import type { RecordLifetime } from './perform-writes.ts';
import { ensureFile, prepareFile } from './prepare-file.ts';
import { createReader } from './reader.ts';
import { isBusy } from './sqlite-error.ts';
import { misconfigurationOf, type SqliteMisconfigured, sqliteMisconfigured } from './sqlite-misconfigured.ts';
import { unsupportedNode } from './unsupported-node.ts';
import { startWriter } from './writer.ts';

/** The repositories in one SQLite file, and functions to check and close it. */
export interface SqliteStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** For commands that import animals. Clients must not reach it. */
  readonly maintenance: PetMaintenance;
  /** Checks that the file is still the one that was opened, and that it can be written. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Closes the file. Waiting and later operations fail with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** Options of `openSqlite`, all of them optional. */
export interface SqliteStoreOptions {
  /** Time limit of a write, in milliseconds; default 4,500. */
  readonly answerWithinMS?: number;
  /** Longest wait for the lock of another process, in milliseconds; default 2,000. */
  readonly lockWithinMS?: number;
  /** How long records of idempotent creations are kept at least; default: forever. */
  readonly recordLifetime?: RecordLifetime;
  /** Whether opening fails if the file does not exist, instead of creating it; default false. */
  readonly mustExist?: boolean;
}

const defaults: Required<SqliteStoreOptions> = {
  answerWithinMS: 4_500,
  lockWithinMS: 2_000,
  recordLifetime: 'forever',
  mustExist: false,
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
  const reader = createReader(database, file, identity, options.lockWithinMS);
  const writer = startWriter({ file, identity, ...options });
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
    ping: () => writer.write('probe', undefined),
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
  const opened = await whileBusy(options.lockWithinMS, () => openPrepared(file));
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
