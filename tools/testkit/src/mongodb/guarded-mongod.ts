import { MongoClient } from 'mongodb';
import { Wait } from 'testcontainers';
import { freePort } from '../free-port.ts';
import { mongodContainer } from './containers.ts';

/** A user of the server, with a role on the database `animal-store` only. */
interface MongodUser {
  readonly name: string;
  readonly password: string;
  readonly role: 'read' | 'readWrite' | 'dbOwner';
}

/** Starts a single MongoDB with `--auth` and some users, who are stored in the database `animal-store`. */
export const startGuardedMongod = async (run: string, users: readonly MongodUser[]) => {
  const port = await freePort();
  const started = mongodContainer(run, port, '--auth').withWaitStrategy(Wait.forLogMessage('Waiting for connections'));
  const container = await started.start();
  const runAs = async (credentials: string, database: string, command: object): Promise<void> => {
    const client = new MongoClient(`mongodb://${credentials}127.0.0.1:${port}/?directConnection=true&authSource=admin`);
    await client.db(database).command({ ...command });
    await client.close();
  };
  // MongoDB lets the first user be created without a password, from this machine only.
  await runAs('', 'admin', { createUser: 'root', pwd: 'root', roles: ['root'] });
  /** Runs a command on the database `animal-store` as a user with all rights, for example to drop another user. */
  const command = (given: object): Promise<void> => runAs('root:root@', 'animal-store', given);
  for (const { name, password, role } of users) await command({ createUser: name, pwd: password, roles: [role] });
  return {
    /** A connection string with the credentials of a user. A single server does not support retryable writes. */
    uriFor: (credentials: string) =>
      `mongodb://${credentials}@127.0.0.1:${port}/animal-store?directConnection=true&retryWrites=false`,
    command,
    remove: async () => void (await container.stop()),
  };
};

export type GuardedMongod = Awaited<ReturnType<typeof startGuardedMongod>>;
