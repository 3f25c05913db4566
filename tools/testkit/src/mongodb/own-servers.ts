import { type Document, MongoClient } from 'mongodb';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { labelsOf, mongodbImage } from './containers.ts';

const run = async (uri: string, command: Document, patience = 10_000): Promise<Document> => {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    socketTimeoutMS: 5_000,
    directConnection: true,
  });
  try {
    return await client.db().command(command);
  } finally {
    await client.close();
  }
};

/** Starts a container on the network of this machine. Its port stays the same after a restart. */
const startMongod = async (of: string, ...parameters: readonly string[]) => {
  const port = await freePort();
  const container = await new GenericContainer(mongodbImage)
    .withLabels(labelsOf(of))
    .withNetworkMode('host')
    .withCommand(['mongod', '--bind_ip', '127.0.0.1', '--port', String(port), ...parameters])
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start();
  return { container, address: `127.0.0.1:${port}` };
};

/** Starts a member of a replica set, which can have faults. */
const startMember = async (of: string) => {
  const { container: started, address } = await startMongod(of, '--replSet', 'rs');
  const runtime = await getContainerRuntimeClient();
  const container = runtime.container.getById(started.getId());
  const runHere = (command: Document, patience?: number) => run(`mongodb://${address}/admin`, command, patience);
  return {
    address,
    run: runHere,
    /** Stops it from responding, but keeps its connections. */
    pause: () => container.pause(),
    unpause: () => container.unpause(),
    /** Ends it at once, like `kill -9`. */
    kill: () => container.kill(),
    start: () => container.start(),
    /** Makes it step down as primary for the next seconds. */
    stepDown: () => runHere({ replSetStepDown: 3, force: true }),
    remove: () => container.remove({ force: true, v: true }),
  };
};

export type Member = Awaited<ReturnType<typeof startMember>>;

// A frozen member does not respond.
const isPrimary = (member: Member): Promise<boolean> =>
  member.run({ hello: 1 }, 1_000).then(
    ({ isWritablePrimary }) => isWritablePrimary === true,
    () => false,
  );

/** Starts a replica set on the network of this machine. It elects a new primary in about two seconds. */
export const startReplicaSet = async (of: string, size: number) => {
  const members = await Promise.all(Array.from({ length: size }, () => startMember(of)));
  const addresses = members.map(({ address }) => address);
  await members[0]?.run({
    replSetInitiate: {
      _id: 'rs',
      members: addresses.map((host, _id) => ({ _id, host })),
      settings: { electionTimeoutMillis: 2_000 },
    },
  });
  const primary = (): Promise<Member> =>
    eventually(30_000, async () => members[(await Promise.all(members.map(isPrimary))).indexOf(true)]);
  await primary();
  return { uri: `mongodb://${addresses.join(',')}/animal-store?replicaSet=rs`, members, primary };
};

export type ReplicaSet = Awaited<ReturnType<typeof startReplicaSet>>;

/** Starts a MongoDB that wants a password, with users who have a role on the database `animal-store`, which knows them. */
export const startGuardedMongod = async (
  of: string,
  users: readonly { readonly name: string; readonly password: string; readonly role: 'read' | 'readWrite' }[],
) => {
  const { container, address } = await startMongod(of, '--auth');
  // MongoDB lets the first user be created without a password, from this machine only.
  await run(`mongodb://${address}/admin`, { createUser: 'root', pwd: 'root', roles: ['root'] });
  /** A connection string with the credentials of a user. A single server does not support retryable writes. */
  const uriFor = (credentials: string): string =>
    `mongodb://${credentials}@${address}/animal-store?directConnection=true&retryWrites=false`;
  /** Runs a command on the database `animal-store` as a user with all rights, for example to drop another user. */
  const command = async (given: Document): Promise<void> => {
    await run(`${uriFor('root:root')}&authSource=admin`, given);
  };
  for (const { name, password, role } of users) await command({ createUser: name, pwd: password, roles: [role] });
  return { uriFor, command, remove: async () => void (await container.stop()) };
};

export type GuardedMongod = Awaited<ReturnType<typeof startGuardedMongod>>;
