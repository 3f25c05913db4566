import type { Added } from '@animal-store/domain';
import { type CrashFixture, crashContract } from '@animal-store/domain-testkit';
import { eventually } from '@animal-store/testkit/eventually';
import { type Member, type ReplicaSet, startReplicaSet } from '@animal-store/testkit/mongodb';
import { type StoreFault, serverFaults, testFaults } from '@animal-store/testkit/store-faults';
import { taskEither as TE } from 'fp-ts';
import { type Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, inject, it, onTestFinished } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

const { run } = inject('mongodb');

describe.skipIf(run === undefined)('In a replica set of three', () => {
  let set: ReplicaSet;
  let client: MongoClient;
  beforeAll(async () => {
    set = await startReplicaSet(run ?? '', 3);
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

  const openStore = async (uri = set.uri) => {
    const store = await connect(uri);
    onTestFinished(store.close);
    return store;
  };

  const openBreakable = async (uri?: string) => {
    const { pets, ping } = await openStore(uri);
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

  const hasNewPrimary = (old: Member): Promise<Member> =>
    eventually(20_000, async () => {
      const primary = await set.primary();
      return primary === old ? undefined : primary;
    });

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
        await old.stepDown();
        await hasNewPrimary(old);
      }
    },
    async () => undefined,
  ];
  testFaults(setUpOnServers, [...serverFaults, stepsDown]);

  const fresh = async (): Promise<CrashFixture> => {
    await Promise.all(['pets', 'creations', 'apiKeys'].map((name) => client.db().collection(name).deleteMany({})));
    return {
      open: async () => {
        const { pets, apiKeys, close } = await openStore();
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
