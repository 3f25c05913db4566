import { execFileSync, spawn } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withDatabase } from '@animal-store/testkit/connection-string';
import { findMongodb, removeContainersOf } from '@animal-store/testkit/mongodb/containers';
import { connectSql } from '@animal-store/testkit/postgres';
import { findPostgres } from '@animal-store/testkit/postgres/cluster';
import { endWithTests } from '@animal-store/testkit/processes';
import { issueKey, makeApiKey } from '@animal-store/testkit/service';

/** A running server. */
export interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
}

/** The variables of a store, with `API_KEY`. */
export type Store = Readonly<Record<string, string>>;

const missing = (what: string): never => {
  throw new Error(`There is no ${what} on this machine, and no variable of the tests names one.`);
};
const withKey = async (variables: Store): Promise<Store> => ({
  ...variables,
  API_KEY: (await issueKey(variables)).key,
});

/** Makes a new and empty store with a name. */
type NewStore = (name: string) => Promise<Store>;

/** Starts what a kind of store needs, until the stack is disposed of. */
export const stores: Readonly<Record<string, (stack: AsyncDisposableStack) => Promise<NewStore>>> = {
  memory: async () => async () => ({ STORE: 'memory', API_KEY: makeApiKey() }),
  sqlite: async (stack) => {
    const { path } = stack.use(mkdtempDisposableSync(join(tmpdir(), 'animal-store-bench-')));
    return (name) => withKey({ SQLITE_FILE: join(path, `${name}.db`) });
  },
  mongodb: async (stack) => {
    const { uri = missing('MongoDB'), run } = await findMongodb();
    if (run !== undefined) stack.defer(() => removeContainersOf(run));
    return (name) => withKey({ MONGODB_URI: withDatabase(uri, `bench-${name}-${Date.now()}`) });
  },
  postgres: async (stack) => {
    const { uri = missing('PostgreSQL'), remove } = await findPostgres();
    if (remove !== undefined) stack.defer(remove);
    const { sql, close } = connectSql(uri);
    stack.defer(close);
    return async (name) => {
      const database = `bench-${name}-${Date.now()}`;
      await sql(`CREATE DATABASE "${database}"`);
      return withKey({ POSTGRES_URI: withDatabase(uri, database) });
    };
  },
};

const cwd = `${import.meta.dirname}/../..`;
const service = ['--conditions=@animal-store/source', 'apps/service/src/main.ts'];

/** Imports lines of JSON into a durable store. */
export const importLines = ({ API_KEY: _, ...variables }: Store, input: string): void => {
  const args = [...service, 'import', '-', '--keep-ids'];
  const env = { PATH: process.env['PATH'], ...variables };
  execFileSync(process.execPath, args, { cwd, env, input, stdio: ['pipe', 'ignore', 'inherit'] });
};

// V8 lets the young generation grow by chance: of two processes of one program, one may collect it four times as often. So it
// has the size here that it has at most in the image.
const youngGeneration = ['--min-semi-space-size=8', '--max-semi-space-size=8'];

/** Starts the service, or the program of a peer, on the first core, until the stack is disposed of. */
export const start = async (
  stack: AsyncDisposableStack,
  name: string,
  { API_KEY = '', ...variables }: Store,
  peer?: string,
): Promise<Server> => {
  const program = peer === undefined ? [...service, 'serve'] : [`tools/bench/peers/${peer}.ts`];
  const defaults = { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0' };
  // A durable store of the service has the key.
  const env = { ...defaults, ...variables, ...((peer || variables['STORE']) && { API_KEY }) };
  const args = ['-c', '0', process.execPath, ...youngGeneration, ...program];
  const child = endWithTests(spawn('taskset', args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] }));
  stack.defer(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', () => reject(new Error(`${name} has ended`)));
    // The rest of its output is read and dropped.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /"url":"(http:[^"]+)".*"msg":"listening"/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { name, url, pid: child.pid ?? 0, apiKey: API_KEY };
};
