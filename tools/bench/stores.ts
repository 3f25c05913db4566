import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '@animal-store/testkit/connection-string';
import { findMongodb, removeContainersOf } from '@animal-store/testkit/mongodb/server';
import { findPostgres } from '@animal-store/testkit/postgres/cluster';
import { MongoClient } from 'mongodb';
import { Pool } from 'pg';

const missing = (what: string): never => {
  throw new Error(`There is no ${what} on this machine, and no variable of the tests names one.`);
};

type NewStore = (name: string) => Promise<Readonly<Record<string, string>>>;

/** Makes new and empty stores of a kind, until the stack is disposed of. They are variables of the service. */
export const kinds: Readonly<Record<string, (stack: AsyncDisposableStack) => Promise<NewStore>>> = {
  memory: async () => async () => ({ STORE: 'memory' }),
  sqlite: async (stack) => {
    const { path } = stack.use(mkdtempDisposableSync(join(tmpdir(), 'animal-store-bench-')));
    return async (name) => ({ SQLITE_FILE: join(path, `${name}.db`) });
  },
  mongodb: async (stack) => {
    const { uri = missing('MongoDB'), run } = await findMongodb();
    if (run !== undefined) stack.defer(() => removeContainersOf(run));
    const client = stack.adopt(new MongoClient(uri), (each) => each.close());
    return async (name) => {
      stack.defer(async () => void (await client.db(name).dropDatabase()));
      return { MONGODB_URI: withDatabase(uri, name) };
    };
  },
  postgres: async (stack) => {
    const { uri = missing('PostgreSQL'), remove } = await findPostgres();
    if (remove !== undefined) stack.defer(remove);
    const pool = stack.adopt(new Pool({ connectionString: uri }), (each) => each.end());
    return async (name) => {
      await pool.query(`CREATE DATABASE "${name}"`);
      stack.defer(async () => void (await pool.query(`DROP DATABASE "${name}" WITH (FORCE)`)));
      return { POSTGRES_URI: withDatabase(uri, name) };
    };
  },
};
