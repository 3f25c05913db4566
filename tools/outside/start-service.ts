import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeContainersOf } from '@animal-store/testkit/mongodb/containers';
import { findMongodb } from '@animal-store/testkit/mongodb/find-mongodb';
import { withDatabase } from '@animal-store/testkit/mongodb/with-database';
import { findPostgres } from '@animal-store/testkit/postgres/find-postgres';
import { runToEnd } from '@animal-store/testkit/service/run-to-end';
import { logLines, type RunningService, startService } from '@animal-store/testkit/service/start-service';
import { MongoClient } from 'mongodb';
import type { Cleanup } from '../bench/cleanup.ts';

export const storeNames = ['memory', 'sqlite', 'mongodb', 'postgres'] as const;

export type StoreName = (typeof storeNames)[number];

export type DurableStoreName = Exclude<StoreName, 'memory'>;

/** The service on an empty store of its own. */
export interface ServiceUnderTest {
  readonly url: string;
  readonly apiKey: string;
  /** The number of logged requests with a status from `from` to `from` + 99. */
  readonly countResponses: (from: number) => number;
}

type Environment = Readonly<Record<string, string>>;

/** Names a database, which the cleanup drops. Throws an Error if no MongoDB can be found or started. */
const newDatabase = async (cleanup: Cleanup): Promise<string> => {
  const { uri, run } = await findMongodb();
  if (run !== undefined) cleanup.add(() => removeContainersOf(run));
  if (uri === undefined) throw new Error('There is no Docker engine, and MONGODB_TEST_URI is not set');
  const database = withDatabase(uri, `tools-${randomBytes(4).toString('hex')}`);
  cleanup.add(async () => {
    const client = new MongoClient(database, { serverSelectionTimeoutMS: 3000 });
    await client.db().dropDatabase();
    await client.close();
  });
  return database;
};

/** An empty PostgreSQL, which the cleanup removes. Throws an Error if none can be found or started. */
const newPostgres = async (cleanup: Cleanup): Promise<string> => {
  const { uri, remove } = await findPostgres();
  if (remove !== undefined) cleanup.add(remove);
  if (uri === undefined) throw new Error('There is no PostgreSQL, no Docker engine, and POSTGRES_TEST_URI is not set');
  return uri;
};

const durableStores: Readonly<Record<DurableStoreName, (cleanup: Cleanup) => Promise<Environment>>> = {
  sqlite: async (cleanup) => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-outside-'));
    cleanup.add(() => rm(folder, { recursive: true }));
    return { SQLITE_FILE: join(folder, 'animals.db') };
  },
  mongodb: async (cleanup) => ({ MONGODB_URI: await newDatabase(cleanup) }),
  postgres: async (cleanup) => ({ POSTGRES_URI: await newPostgres(cleanup) }),
};

/** Makes an empty store, and returns the variables that name it. The cleanup removes the store. */
export const newStore = (store: DurableStoreName, cleanup: Cleanup): Promise<Environment> =>
  durableStores[store](cleanup);

/** Issues an API key in the store that the environment names. */
export const issueKey = async (env: Environment): Promise<string> => {
  const args = ['keys', 'issue', '--label', 'tools', '--expires', '1d', '--json'];
  const { code, stdout, stderr } = await runToEnd({ args, env });
  if (code !== 0) throw new Error(`keys issue: ${stderr}`);
  return (JSON.parse(stdout) as { readonly key: string }).key;
};

/** Starts the service on a store; the cleanup stops it. */
export const startOn = async (store: StoreName, cleanup: Cleanup): Promise<ServiceUnderTest> => {
  const env = store === 'memory' ? {} : await newStore(store, cleanup);
  const issued = store === 'memory' ? undefined : await issueKey(env);
  const service: RunningService = await startService({
    startsWithin: 180_000,
    env: { ...(issued !== undefined && { API_KEY: '' }), ...env },
  });
  cleanup.add(service.stop);
  return {
    url: service.origin,
    apiKey: issued ?? service.apiKey,
    countResponses: (from) =>
      logLines(service.process).filter(({ status }) => Number(status) >= from && Number(status) < from + 100).length,
  };
};
