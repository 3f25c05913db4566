import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { MongoDBContainer } from '@testcontainers/mongodb';
import { MongoClient } from 'mongodb';
import type { Cleanup } from './cleanup.ts';

// The cleanup stops the container, so it needs no helper container.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

const image = process.env['MONGODB_TEST_IMAGE'] ?? 'mongo:6.0.5';

const withDatabase = (uri: string, name: string): string =>
  uri.replace(/^(mongodb[^/]*\/\/[^/?]+)\/?[^?]*/, `$1/${name}`);

const startContainer = async (cleanup: Cleanup): Promise<string> => {
  // The tests on MongoDB remove containers with this label that a crashed run has left.
  const labels = { 'animal-store.test-run': `${hostname()}:${process.pid}` };
  const starting = new MongoDBContainer(image).withLabels(labels).start();
  cleanup.add(async () => (await starting.catch(() => undefined))?.stop());
  return `${(await starting).getConnectionString()}/?directConnection=true`;
};

/** Finds a MongoDB, and returns the connection string of a new database in it. The cleanup drops the database. */
export const startMongodb = async (cleanup: Cleanup, purpose = 'bench'): Promise<string> => {
  const server = process.env['MONGODB_TEST_URI'] ?? (await startContainer(cleanup));
  const uri = withDatabase(server, `${purpose}-${randomBytes(4).toString('hex')}`);
  cleanup.add(async () => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 3000 });
    await client.db().dropDatabase();
    await client.close();
  });
  return uri;
};
