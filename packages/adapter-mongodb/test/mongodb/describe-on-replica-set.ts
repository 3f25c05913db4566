import { type ReplicaSet, startReplicaSet } from '@animal-store/testkit/mongodb';
import { type Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { connect } from './connect.ts';

/** A replica set for one test file, a plain client of it, and a store on it. */
export interface OnReplicaSet {
  readonly set: ReplicaSet;
  readonly client: MongoClient;
  readonly store: MongoStore;
  /** The ids of all animals whose names begin in a certain way, by name, as a majority has them. */
  readonly idsByName: (prefix: string) => Promise<ReadonlyMap<string, readonly bigint[]>>;
}

const readIds = async (client: MongoClient, prefix: string): Promise<ReadonlyMap<string, readonly bigint[]>> => {
  const pets = client.db().collection<{ readonly _id: Long; readonly name: string }>('pets', { promoteLongs: false });
  const found = await pets.find({ name: { $regex: `^${prefix}` } }, { readConcern: 'majority' }).toArray();
  const byName = Map.groupBy(found, ({ name }) => name);
  return new Map([...byName].map(([name, pets]) => [name, pets.map(({ _id }) => _id.toBigInt())]));
};

/** Describes tests of a store that break the replica set it is on, which has three members. */
export const describeOnReplicaSet = (title: string, body: (on: () => OnReplicaSet) => void): void => {
  const { run } = inject('mongodb');
  describe.skipIf(run === undefined)(title, () => {
    let on: OnReplicaSet | undefined;
    beforeAll(async () => {
      const set = await startReplicaSet(run ?? '', 3);
      const client = new MongoClient(set.uri);
      on = { set, client, store: await connect(set.uri), idsByName: (prefix) => readIds(client, prefix) };
    }, 90_000);
    afterAll(async () => {
      await on?.store.close();
      await on?.client.close();
      await Promise.all(on?.set.members.map((member) => member.remove()) ?? []);
    });
    body(() => {
      if (on === undefined) throw new Error('The replica set has not started');
      return on;
    });
  });
};
