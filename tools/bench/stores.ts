import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '@animal-store/testkit/connection-string';
import { findMongodb, removeContainersOf } from '@animal-store/testkit/mongodb/containers';
import { findPostgres } from '@animal-store/testkit/postgres/cluster';

/** The variables that name an empty store for the service. The stack removes the store. */
export type Environment = Readonly<Record<string, string>>;

export const newDatabase = async (stack: AsyncDisposableStack): Promise<Environment> => {
  const { uri, run } = await findMongodb();
  if (run !== undefined) stack.defer(async () => void (await removeContainersOf(run)));
  if (uri === undefined) throw new Error('There is no Docker engine, and MONGODB_TEST_URI is not set');
  return { MONGODB_URI: withDatabase(uri, `bench-${randomBytes(4).toString('hex')}`) };
};

export const newPostgres = async (stack: AsyncDisposableStack): Promise<Environment> => {
  const { uri, remove } = await findPostgres();
  if (remove !== undefined) stack.defer(async () => void (await remove()));
  if (uri === undefined) throw new Error('There is no PostgreSQL, no Docker engine, and POSTGRES_TEST_URI is not set');
  return { POSTGRES_URI: uri };
};

export const newSqliteFile = async (stack: AsyncDisposableStack): Promise<Environment> => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-bench-'));
  stack.defer(() => rm(folder, { recursive: true }));
  return { SQLITE_FILE: join(folder, 'animals.db') };
};
