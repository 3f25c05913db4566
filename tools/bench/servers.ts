import { spawn } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withDatabase } from '@animal-store/testkit/connection-string';
import { findMongodb, removeContainersOf } from '@animal-store/testkit/mongodb/containers';
import { findPostgres } from '@animal-store/testkit/postgres/cluster';
import { issueKey, makeApiKey } from '@animal-store/testkit/service/keys';
import { Client } from 'pg';

/** A running server. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
}

type Variables = Readonly<Record<string, string>>;

const programs = {
  service: ['--conditions=@animal-store/source', 'apps/service/src/main.ts', 'serve'],
  Koa: ['tools/bench/peers/koa.ts'],
  Fastify: ['tools/bench/peers/fastify.ts'],
} as const;

/** The service and its peers. */
export const serverNames = ['service', 'Koa', 'Fastify'] as const;

// V8 lets the young generation grow by chance: of two processes of one program, one may collect it four times as often. So it
// has the size here that it has at most in the image.
const youngGeneration = ['--min-semi-space-size=8', '--max-semi-space-size=8'];

let databases = 0;

/** Makes the stores of this machine; each call of one returns the variables of a new and empty store. */
export const openStores = (stack: AsyncDisposableStack): Readonly<Record<string, () => Promise<Variables>>> => {
  const missing = (what: string): never => {
    throw new Error(`There is no ${what} on this machine, and no variable of the tests names one.`);
  };
  let mongodb: ReturnType<typeof findMongodb> | undefined;
  let postgres: ReturnType<typeof findPostgres> | undefined;
  return {
    memory: async () => ({ API_KEY: makeApiKey() }),
    sqlite: async () => {
      const { path } = stack.use(mkdtempDisposableSync(join(tmpdir(), 'animal-store-bench-')));
      return { SQLITE_FILE: join(path, 'animals.db') };
    },
    mongodb: async () => {
      mongodb ??= findMongodb();
      const { uri = missing('MongoDB'), run } = await mongodb;
      if (databases === 0 && run !== undefined) stack.defer(async () => void (await removeContainersOf(run)));
      databases += 1;
      return { MONGODB_URI: withDatabase(uri, `bench-${Date.now()}-${databases}`) };
    },
    postgres: async () => {
      postgres ??= findPostgres();
      const { uri = missing('PostgreSQL'), remove } = await postgres;
      if (databases === 0 && remove !== undefined) stack.defer(async () => void (await remove()));
      databases += 1;
      const name = `bench_${Date.now()}_${databases}`;
      const client = new Client(uri);
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return { POSTGRES_URI: withDatabase(uri, name) };
    },
  };
};

/** Creates the tables or collections of a store, and its API key. */
export const prepare = async (store: Variables): Promise<string> => store['API_KEY'] ?? (await issueKey(store)).key;

/** Starts a server on the first core. It prints its address; the rest of its output is read and dropped. */
export const start = async (
  stack: AsyncDisposableStack,
  name: keyof typeof programs,
  store: Variables,
  apiKey: string,
): Promise<Contender> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const own = store['API_KEY'] === undefined ? store : { STORE: 'memory', ...store };
  const child = spawn('taskset', ['-c', '0', process.execPath, ...youngGeneration, ...programs[name]], {
    cwd: `${import.meta.dirname}/../..`,
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0' },
      ...(name === 'service' ? own : { ...store, API_KEY: apiKey }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  }).once('close', () => reject(new Error(`${name} has ended`)));
  stack.defer(() => void child.kill('SIGKILL'));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = /"url":"(http:[^"]+)".*"msg":"listening"/.exec(line)?.[1];
    if (url !== undefined) resolve(url);
  });
  return { name, url: await promise, pid: child.pid ?? 0, apiKey };
};
