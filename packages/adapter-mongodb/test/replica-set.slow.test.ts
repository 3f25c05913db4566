import type { Added } from '@animal-store/domain';
import { type CrashFixture, crashContract } from '@animal-store/domain-testkit';
import { startHistory } from '@animal-store/testkit/history';
import { type Mongod, startMongod } from '@animal-store/testkit/mongodb';
import { type StoreFault, serverFaults, testFaults } from '@animal-store/testkit/store-faults';
import { taskEither as TE } from 'fp-ts';
import { type Document, type Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { idempotency, newPet, openInTime as open, petId } from './store.ts';

const { run } = inject('mongodb');

const runOn = async ({ address }: Mongod, command: Document, withinMS = 10_000): Promise<Document> => {
  const client = new MongoClient(`mongodb://${address}/admin?directConnection=true`, {
    serverSelectionTimeoutMS: withinMS,
    connectTimeoutMS: withinMS,
    socketTimeoutMS: 5_000,
  });
  try {
    return await client.db().command(command);
  } finally {
    await client.close();
  }
};

// A frozen member does not respond.
const isPrimary = (member: Mongod): Promise<boolean> =>
  runOn(member, { hello: 1 }, 1_000).then(
    ({ isWritablePrimary }) => isWritablePrimary === true,
    () => false,
  );

/** Starts a replica set of three, which elects a new primary in about two seconds. */
const startReplicaSet = async () => {
  const start = (): Promise<Mongod> => startMongod(run ?? '', '--replSet', 'rs');
  const members = await Promise.all([start(), start(), start()]);
  const addresses = members.map(({ address }) => address);
  const settings = { electionTimeoutMillis: 2_000 };
  const config = { _id: 'rs', members: addresses.map((host, _id) => ({ _id, host })), settings };
  await runOn(members[0], { replSetInitiate: config });
  const primary = (): Promise<Mongod> =>
    vi.waitUntil(async () => members[(await Promise.all(members.map(isPrimary))).indexOf(true)], 30_000);
  await primary();
  return { uri: `mongodb://${addresses.join(',')}/animal-store?replicaSet=rs`, members, primary };
};

describe.skipIf(run === undefined)('In a replica set of three', () => {
  let set: Awaited<ReturnType<typeof startReplicaSet>>;
  let client: MongoClient;
  beforeAll(async () => {
    set = await startReplicaSet();
    client = new MongoClient(set.uri);
  }, 90_000);
  afterAll(async () => {
    await client?.close();
    await Promise.all(set?.members.map((member) => member.remove()) ?? []);
  });

  /** The ids of all animals whose names begin in a certain way, by name, as a majority has them. */
  const storedIds = async (prefix: string): Promise<ReadonlyMap<string, readonly bigint[]>> => {
    const pets = client.db().collection<{ readonly _id: Long; readonly name: string }>('pets', { promoteLongs: false });
    const found = await pets.find({ name: { $regex: `^${prefix}-` } }, { readConcern: 'majority' }).toArray();
    const byName = Map.groupBy(found, ({ name }) => name);
    return new Map([...byName].map(([name, pets]) => [name, pets.map(({ _id }) => _id.toBigInt())]));
  };

  const openBreakable = async (uri = set.uri) => {
    const { pets, ping } = await open(uri);
    return {
      load: {
        add: (name: string) =>
          TE.map(({ pet }: Added) => pet)(pets.add(newPet({ name, categoryId: 1n }), idempotency(name))),
        list: pets.list({ limit: 21 }),
      },
      ping,
      storedIds,
      recoversWithinMS: 20_000,
    };
  };

  const hasNewPrimary = (old: Mongod): Promise<Mongod> =>
    vi.waitUntil(async () => {
      const primary = await set.primary();
      return primary !== old && primary;
    }, 20_000);

  const setUpOnServers = async () => {
    const primary = await set.primary();
    const untilReplaced = (broken: () => Promise<void>) => async () => {
      await broken();
      await hasNewPrimary(primary);
    };
    const one = await openBreakable();
    const other = await openBreakable();
    let turn = 0;
    return {
      ...one,
      load: { ...one.load, add: (name: string) => (turn++ % 2 === 0 ? one : other).load.add(name) },
      mayHideFaults: true,
      kill: untilReplaced(primary.kill),
      start: primary.start,
      freeze: untilReplaced(primary.pause),
      thaw: primary.unpause,
    };
  };

  const stepsDown: StoreFault<unknown> = [
    'primaries step down',
    async () => {
      for (let count = 0; count < 3; count++) {
        const old = await set.primary();
        await runOn(old, { replSetStepDown: 3, force: true });
        await hasNewPrimary(old);
      }
    },
    async () => undefined,
  ];
  testFaults(setUpOnServers, [...serverFaults, stepsDown]);

  it('what was listed is still there after the primary was alone and is lost', { timeout: 120_000 }, async () => {
    const { pets } = await open(set.uri);
    const clients = startHistory(
      {
        add: (name, hasKey) =>
          TE.map(({ pet }: Added) => pet)(
            pets.add(newPet({ name, categoryId: 1n }), hasKey ? idempotency(name) : undefined),
          ),
        list: (after) => pets.list({ limit: 100, after: petId(after) }),
      },
      'alone',
    );
    await clients.acknowledged(100);
    const primary = await set.primary();
    const others = set.members.filter((member) => member !== primary);
    await Promise.all(others.map(({ kill }) => kill()));
    await clients.failed(4);
    await primary.kill();
    await Promise.all(others.map(({ start }) => start()));
    await set.primary();
    await clients.acknowledged(50);
    await primary.start();
    await clients.stop();
    const stored = [...(await storedIds('alone'))].flatMap(([name, ids]) => ids.map((id) => ({ id, name })));
    expect(clients.judge(stored)).toEqual({ lost: [], twice: [], doubled: [], vanished: [] });
  });

  const fresh = async (): Promise<CrashFixture> => {
    await Promise.all(['pets', 'creations', 'apiKeys'].map((name) => client.db().collection(name).deleteMany({})));
    return {
      open: async () => {
        const { pets, apiKeys, close } = await open(set.uri);
        return { repository: { pets, apiKeys }, close };
      },
      crash: async () => {
        await Promise.all(set.members.map(({ kill }) => kill()));
        await Promise.all(set.members.map(({ start }) => start()));
        await set.primary();
      },
      recoversWithinMS: 30_000,
    };
  };
  for (const { name, check } of crashContract) it(name, () => check(fresh));
});
