import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { withDatabase } from '../mongodb/with-database.ts';
import { type PostgresCluster, startCluster, startsWithinMS } from './cluster.ts';
import { connectSql, type Sql } from './connect-sql.ts';

/** A database that belongs to one test file. */
export interface TestDatabase {
  /** The connection string, with the name of the database. */
  readonly uri: string;
  readonly sql: Sql;
  /** Creates another database, which is dropped as well, and returns its connection string. */
  readonly another: () => Promise<string>;
}

/** Describes tests that share a database of their own. */
export const describeOnPostgres = (title: string, body: (database: TestDatabase) => void): void => {
  const { uri } = inject('postgres');
  describe.skipIf(uri === undefined)(title, () => {
    // Without a server the tests are only counted and never connect.
    const server = uri ?? 'postgresql://none';
    const name = `animal-store-test-${randomUUID()}`;
    const names: string[] = [];
    const admin = connectSql(server);
    const own = connectSql(withDatabase(server, name));
    const create = async (database: string): Promise<string> => {
      names.push(database);
      await admin.sql(`CREATE DATABASE "${database}"`);
      return withDatabase(server, database);
    };
    beforeAll(async () => void (await create(name)));
    afterAll(async () => {
      await own.close();
      for (const each of names) await admin.sql(`DROP DATABASE IF EXISTS "${each}" WITH (FORCE)`);
      await admin.close();
    });
    body({ uri: withDatabase(server, name), sql: own.sql, another: () => create(`${name}-${names.length}`) });
  });
};

/** Describes tests that break the server they use, which belongs to them. */
export const describeOnCluster = (
  title: string,
  body: (cluster: () => PostgresCluster) => void,
  settings?: readonly string[],
): void => {
  const { isInstalled } = inject('postgres');
  describe.skipIf(!isInstalled)(title, () => {
    let cluster: PostgresCluster | undefined;
    beforeAll(async () => {
      cluster = await startCluster(settings);
    }, startsWithinMS);
    afterAll(() => cluster?.remove());
    body(() => {
      if (cluster === undefined) throw new Error('The server has not started');
      return cluster;
    });
  });
};
