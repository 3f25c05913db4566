import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { withDatabase } from './connection-string.ts';

export { behindProxy } from './connection-string.ts';
export { newServer, type PostgresServer, startCluster, startsWithinMS } from './postgres/cluster.ts';

/** Runs SQL without the adapter, and returns rows of texts. Several statements without values are one transaction. */
export type Sql = (text: string, values?: readonly unknown[]) => Promise<readonly (readonly (string | null)[])[]>;

const types = { getTypeParser: () => (value: string) => value };

/** One connection for SQL, made when it is needed, and made again after it broke. */
export const connectSql = (uri: string) => {
  const pool = new Pool({ connectionString: uri, max: 1, idleTimeoutMillis: 0 }).on('error', () => undefined);
  const sql: Sql = async (text, values = []) => {
    const { rows } = await pool.query({ text, values: [...values], rowMode: 'array', types });
    return rows ?? [];
  };
  return { sql, close: () => pool.end() };
};

export type SqlConnection = ReturnType<typeof connectSql>;

/** A database that belongs to one test file. */
export interface TestDatabase {
  /** The connection string, with the name of the database. */
  readonly uri: string;
  readonly sql: Sql;
  /** Creates another database, which is dropped as well. */
  readonly another: () => Promise<Pick<TestDatabase, 'uri' | 'sql'>>;
}

/** Describes tests that share a database of their own. */
export const describeOnPostgres = (title: string, body: (database: TestDatabase) => void): void => {
  const { uri, isOfRun } = inject('postgres');
  describe.skipIf(uri === undefined)(title, () => {
    // Without a server the tests are only counted and never connect.
    const server = uri ?? 'postgresql://none';
    const name = `animal-store-test-${randomUUID()}`;
    const connections = new Map<string, SqlConnection>();
    const admin = connectSql(server);
    const open = (database: string) => {
      const uri = withDatabase(server, database);
      const connection = connectSql(uri);
      connections.set(database, connection);
      return { uri, sql: connection.sql };
    };
    const create = (database: string) => admin.sql(`CREATE DATABASE "${database}"`);
    beforeAll(async () => void (await create(name)));
    afterAll(async () => {
      for (const [database, { close }] of connections) {
        await close();
        // Each takes long on a busy machine.
        if (!isOfRun) await admin.sql(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
      }
      await admin.close();
    });
    const another = async () => {
      const database = `${name}-${connections.size}`;
      await create(database);
      return open(database);
    };
    body({ ...open(name), another });
  });
};
