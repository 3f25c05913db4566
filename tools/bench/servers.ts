import { execFileSync, spawn } from 'node:child_process';
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
export interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
}

/** The variables of a store that the service has prepared, with its API key. */
export interface Store {
  readonly variables: Readonly<Record<string, string>>;
  readonly apiKey: string;
}

const cwd = `${import.meta.dirname}/../..`;
const service = ['--conditions=@animal-store/source', 'apps/service/src/main.ts'];
const programs = {
  service: [...service, 'serve'],
  Koa: ['tools/bench/peers/koa.ts'],
  Fastify: ['tools/bench/peers/fastify.ts'],
};

const missing = (what: string): never => {
  throw new Error(`There is no ${what} on this machine, and no variable of the tests names one.`);
};

/** The stores of this machine; each call of one makes a new and empty store. */
export const openStores = (stack: AsyncDisposableStack): Readonly<Record<string, () => Promise<Store>>> => {
  let mongodb: ReturnType<typeof findMongodb> | undefined;
  let postgres: ReturnType<typeof findPostgres> | undefined;
  let databases = 0;
  const issued = async (variables: Store['variables']) => ({ variables, apiKey: (await issueKey(variables)).key });
  return {
    memory: async () => {
      const apiKey = makeApiKey();
      return { variables: { STORE: 'memory', API_KEY: apiKey }, apiKey };
    },
    sqlite: async () => {
      const { path } = stack.use(mkdtempDisposableSync(join(tmpdir(), 'animal-store-bench-')));
      return issued({ SQLITE_FILE: join(path, 'animals.db') });
    },
    mongodb: async () => {
      mongodb ??= findMongodb();
      const { uri = missing('MongoDB'), run } = await mongodb;
      if (databases === 0 && run !== undefined) stack.defer(() => removeContainersOf(run).then(() => undefined));
      databases += 1;
      return issued({ MONGODB_URI: withDatabase(uri, `bench-${Date.now()}-${databases}`) });
    },
    postgres: async () => {
      postgres ??= findPostgres();
      const { uri = missing('PostgreSQL'), remove } = await postgres;
      if (databases === 0 && remove !== undefined) stack.defer(remove);
      databases += 1;
      const name = `bench_${Date.now()}_${databases}`;
      const client = new Client(uri);
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return issued({ POSTGRES_URI: withDatabase(uri, name) });
    },
  };
};

/** Imports lines of JSON into a durable store. */
export const importLines = ({ variables }: Store, input: string): void => {
  const env = { PATH: process.env['PATH'], ...variables };
  const stdio = ['pipe', 'ignore', 'inherit'] as const;
  execFileSync(process.execPath, [...service, 'import', '-', '--keep-ids'], { cwd, env, input, stdio: [...stdio] });
};

// V8 lets the young generation grow by chance: of two processes of one program, one may collect it four times as often. So it
// has the size here that it has at most in the image.
const youngGeneration = ['--min-semi-space-size=8', '--max-semi-space-size=8'];

/** Starts a server on the first core. It prints its address; the rest of its output is read and dropped. */
export const start = async (
  stack: AsyncDisposableStack,
  name: string,
  program: keyof typeof programs,
  { variables, apiKey }: Store,
): Promise<Server> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn('taskset', ['-c', '0', process.execPath, ...youngGeneration, ...programs[program]], {
    cwd,
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0' },
      ...variables,
      ...(program !== 'service' && { API_KEY: apiKey }),
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
