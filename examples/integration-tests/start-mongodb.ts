import { MongoDBContainer } from '@testcontainers/mongodb';
import { MongoClient } from 'mongodb';
import { getContainerRuntimeClient } from 'testcontainers';

/** A MongoDB for tests. */
export interface TestMongodb {
  /** The connection string of a new database. */
  readonly uri: string;
  /** Removes the database. */
  readonly remove: () => Promise<unknown>;
}

const withNewDatabase = (uri: string): string => {
  const [, server = '', options = ''] = /^(\w+:\/\/[^/?]+)\/?[^?]*(.*)$/.exec(uri) ?? [];
  const query = new URLSearchParams(options);
  query.set('directConnection', 'true');
  return `${server}/test-${crypto.randomUUID()}?${query}`;
};

const removeDatabase = async (uri: string): Promise<void> => {
  const client = new MongoClient(uri);
  await client.db().dropDatabase();
  await client.close();
};

const hasDocker = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );

/**
 * A new database on the server that `MONGODB_TEST_URI` names, or in a new container. Without a Docker engine there is none:
 * that is an error if `REQUIRE_MONGODB` is 1.
 */
export const startMongodb = async (): Promise<TestMongodb | undefined> => {
  const given = process.env['MONGODB_TEST_URI'];
  if (given !== undefined) {
    const uri = withNewDatabase(given);
    return { uri, remove: () => removeDatabase(uri) };
  }
  if (await hasDocker()) {
    const container = await new MongoDBContainer('mongo:6.0.5').start();
    return { uri: withNewDatabase(container.getConnectionString()), remove: () => container.stop() };
  }
  if (process.env['REQUIRE_MONGODB'] === '1') throw new Error('MongoDB is required, but there is no Docker engine');
  console.warn('NOT TESTED ON MONGODB, because there is no Docker engine');
  return undefined;
};
