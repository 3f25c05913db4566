import { MongoClient } from 'mongodb';
import { getContainerRuntimeClient, Wait } from 'testcontainers';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { mongodContainer } from './containers.ts';

const runOn = async <A>(
  address: string,
  operation: (client: MongoClient) => Promise<A>,
  patience = 10_000,
): Promise<A> => {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    socketTimeoutMS: 5000,
  });
  try {
    return await operation(client);
  } finally {
    await client.close();
  }
};

/** Starts a member of a replica set, which can have faults. */
const startMember = async (run: string) => {
  const port = await freePort();
  const started = await mongodContainer(run, port, '--replSet', 'rs', '--setParameter', 'enableTestCommands=1')
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
    stepDown: async () => {
      await runOn(address, (client) => client.db('admin').command({ replSetStepDown: 3, force: true }));
    },
    remove: () => container.remove({ force: true, v: true }),
  };
};

export type Member = Awaited<ReturnType<typeof startMember>>;

// A frozen member does not respond.
const isPrimary = ({ address }: Member): Promise<boolean> =>
  runOn(
    address,
    async (client) => (await client.db().command({ hello: 1 }))['isWritablePrimary'] === true,
    1_000,
  ).catch(() => false);

const findPrimary = async (members: readonly Member[]): Promise<Member | undefined> => {
  const primaries = await Promise.all(members.map(isPrimary));
  return members[primaries.indexOf(true)];
};

/** Starts a replica set on the network of this machine. It elects a new primary in about two seconds. */
export const startReplicaSet = async (run: string, size: number) => {
  const members = await Promise.all(Array.from({ length: size }, () => startMember(run)));
  await runOn(members[0]?.address ?? '', (client) =>
    client.db('admin').command({
      replSetInitiate: {
        _id: 'rs',
        members: members.map(({ address }, _id) => ({ _id, host: address })),
        settings: { electionTimeoutMillis: 2000 },
      },
    }),
  );
  const primary = () => eventually(30_000, () => findPrimary(members));
  await primary();
  return {
    uri: `mongodb://${members.map(({ address }) => address).join(',')}/animal-store?replicaSet=rs`,
    members,
    primary,
  };
};

export type ReplicaSet = Awaited<ReturnType<typeof startReplicaSet>>;
