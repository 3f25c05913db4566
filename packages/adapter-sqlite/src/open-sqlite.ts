import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKeyRepository, PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import { createSqliteApiKeyRepository } from './create-sqlite-api-key-repository.ts';
import { createSqlitePetRepository } from './create-sqlite-pet-repository.ts';
import { readFileIdentity } from './file-identity.ts';
import { openConnection } from './open-connection.ts';
import { ensureFile, prepareFile } from './prepare-file.ts';
import { createReader } from './reader.ts';
import { isBusy, resultCodeOf, resultCodes } from './sqlite-error.ts';
import { misconfigurationOf, type SqliteMisconfigured, sqliteMisconfigured } from './sqlite-misconfigured.ts';
import { startWriter } from './writer.ts';

/** The repositories in one SQLite file, and what else a process needs to live with it. */
export interface SqliteStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** Checks that the file is still the one that was opened, and that it can be written. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** Closes the file. What is still waiting, and all that comes later, fails with `RepositoryUnavailable`. */
  readonly close: T.Task<void>;
}

/** How to open; all of it may be left out. */
export interface SqliteStoreOptions {
  /** The milliseconds within which a write ends; 4,500 if absent. */
  readonly answerWithinMS?: number;
  /** The milliseconds that an operation waits for a lock that another process has; 2,000 if absent. */
  readonly lockWithinMS?: number;
}

const retryAfter = 10;

// Before 24.16, node:sqlite cuts a text at its first U+0000.
const oldestNode = [24, 16] as const;

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
};

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
  { answerWithinMS = 4_500, lockWithinMS = 2_000 }: SqliteStoreOptions,
): SqliteStore => {
  const identity = readFileIdentity(file);
  const reader = createReader(database, file, identity, lockWithinMS);
  const writer = startWriter({ file, identity, lockWithinMS, answerWithinMS });
  return {
    pets: createSqlitePetRepository(reader, writer),
    apiKeys: createSqliteApiKeyRepository(reader, writer),
    ping: () => writer.write('probe', undefined),
    close: async () => {
      reader.close();
      await writer.close();
    },
  };
};

const open = async (file: string, options: SqliteStoreOptions): Promise<E.Either<SqliteMisconfigured, SqliteStore>> => {
  const made = ensureFile(file);
  if (E.isLeft(made)) return made;
  const database = openConnection(file);
  try {
    const prepared = await whileBusy(options.lockWithinMS ?? 2_000, () => prepareFile(database, file));
    if (E.isLeft(prepared)) {
      database.close();
      return prepared;
    }
  } catch (error) {
    database.close();
    throw error;
  }
  // SQLite follows links, and makes its files beside the file itself.
  const store = createStore(database, realpathSync(file), options);
  const written = await store.ping();
  // A full disk can still be read from, and may have room again later.
  if (E.isRight(written) || resultCodeOf(written.left.cause) === resultCodes.full) return E.right(store);
  await store.close();
  throw written.left.cause;
};

/**
 * Opens the store in a file, which is made with mode 0600 if it does not exist. It fails when waiting would not help, for
 * example if the directory does not exist or the file belongs to another program; such a file is left as it is.
 *
 * Several processes may have one file open at once. They must run on one machine: SQLite's locks and its shared memory do
 * not work over a network file system.
 */
export const openSqlite =
  (path: string, options: SqliteStoreOptions = {}): TE.TaskEither<SqliteMisconfigured, SqliteStore> =>
  async () => {
    const { node } = process.versions;
    if (isTooOld(node))
      return E.left(sqliteMisconfigured(`needs Node.js ${oldestNode.join('.')} or newer, and this is ${node}`));
    const file = resolve(path);
    try {
      return await open(file, options);
    } catch (error) {
      return E.left(misconfigurationOf(file, error));
    }
  };
