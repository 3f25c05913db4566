import { randomUUID } from 'node:crypto';
import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { afterAll, describe, inject } from 'vitest';
import { withDatabase } from './connection-string.ts';

export { behindProxy, withOption } from './connection-string.ts';
export { type Mongod, startMongod } from './mongodb/own-server.ts';

/** Any document in a collection. */
export interface Stored extends Document {
  readonly _id: unknown;
}

/** A database that belongs to one test file. */
export interface TestDatabase {
  /** The connection string, with the name of the database. */
  readonly uri: string;
  readonly name: string;
  /** A plain client of the server, to read and write without the adapter. */
  readonly client: MongoClient;
  readonly collection: (name: string) => Collection<Stored>;
  /** Another database, which is dropped as well. */
  readonly another: () => { readonly uri: string; readonly database: Db };
}

/**
 * Describes tests that share a database of their own. Afterwards it is dropped, with all databases whose names begin
 * with its name.
 */
export const describeOnMongodb = (title: string, body: (database: TestDatabase) => void): void => {
  const { uri } = inject('mongodb');
  describe.skipIf(uri === undefined)(title, () => {
    // Without a server the tests are only counted and never connect.
    const server = uri ?? 'mongodb://none';
    const name = `animal-store-test-${randomUUID()}`;
    const client = new MongoClient(server);
    afterAll(async () => {
      const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
      const own = databases.filter((database) => database.name.startsWith(name));
      await Promise.all(own.map((database) => client.db(database.name).dropDatabase()));
      await client.close();
    });
    const collection = (of: string) => client.db(name).collection<Stored>(of, { useBigInt64: true });
    let others = 0;
    const another = () => {
      const database = client.db(`${name}-${others++}`);
      return { uri: withDatabase(server, database.databaseName), database };
    };
    body({ uri: withDatabase(server, name), name, client, collection, another });
  });
};
