import { type Document, MongoClient } from 'mongodb';
import { getContainerRuntimeClient, Wait } from 'testcontainers';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { mongodContainer } from './containers.ts';

const run = async (address: string, command: Document, patience = 10_000): Promise<Document> => {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    socketTimeoutMS: 5_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
};

/** Starts a member of a replica set, which can have faults. */
const startMember = async (of: string) => {
  const port = await freePort();
  const started = await mongodContainer(of, port, '--replSet', 'rs')
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start();
  const runtime = await getContainerRuntimeClient();
  const container = runtime.container.getById(started.getId());
  const address = `127.0.0.1:${port}`;
  return {
    address,
    /** Stops it from responding, but keeps its connections. */
    pause: () => container.pause(),
    unpause: () => container.unpause(),
    /** Ends it at once, like `kill -9`. */
    kill: () => container.kill(),
    start: () => container.start(),
    /** Makes it step down as primary for the next seconds. */
    stepDown: () => run(address, { replSetStepDown: 3, force: true }),
    remove: () => container.remove({ force: true, v: true }),
  };
};

export type Member = Awaited<ReturnType<typeof startMember>>;

// A frozen member does not respond.
const isPrimary = ({ address }: Member): Promise<boolean> =>
  run(address, { hello: 1 }, 1_000).then(
    ({ isWritablePrimary }) => isWritablePrimary === true,
    () => false,
  );

/** Starts a replica set on the network of this machine. It elects a new primary in about two seconds. */
export const startReplicaSet = async (of: string, size: number) => {
  const members = await Promise.all(Array.from({ length: size }, () => startMember(of)));
  const addresses = members.map(({ address }) => address);
  await run(addresses[0] ?? '', {
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
