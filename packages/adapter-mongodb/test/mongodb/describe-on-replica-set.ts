import { type Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { connect } from './connect.ts';
import { type ReplicaSet, startReplicaSet } from './replica-set.ts';

/** A replica set for one test file, a store on it, and a plain client to look behind its back. */
export interface OnReplicaSet {
  readonly set: ReplicaSet;
  readonly store: MongoStore;
  readonly client: MongoClient;
  /** The ids of all animals whose names begin in a certain way, by name, as a majority has them. */
  readonly idsByName: (prefix: string) => Promise<ReadonlyMap<string, readonly bigint[]>>;
}

const readIds = async (client: MongoClient, prefix: string): Promise<ReadonlyMap<string, readonly bigint[]>> => {
  const pets = client.db().collection<{ readonly _id: Long; readonly name: string }>('pets', { promoteLongs: false });
  const found = await pets.find({ name: { $regex: `^${prefix}` } }, { readConcern: 'majority' }).toArray();
  const byName = Map.groupBy(found, ({ name }) => name);
  return new Map([...byName].map(([name, pets]) => [name, pets.map(({ _id }) => _id.toBigInt())]));
};

/** Describes tests that break a replica set of their own. */
export const describeOnReplicaSet = (title: string, size: number, body: (on: () => OnReplicaSet) => void): void => {
  const { run } = inject('mongodb');
  describe.skipIf(run === undefined)(title, () => {
    let on: OnReplicaSet | undefined;
    beforeAll(async () => {
      const set = await startReplicaSet(run ?? '', size);
      const client = new MongoClient(set.uri);
      on = { set, store: await connect(set.uri), client, idsByName: (prefix) => readIds(client, prefix) };
    }, 60_000);
    afterAll(async () => {
      await Promise.all([on?.store.close(), on?.client.close()]);
      await Promise.all(on?.set.members.map((member) => member.remove()) ?? []);
    });
    body(() => {
      if (on === undefined) throw new Error('The replica set has not started');
      return on;
    });
  });
};
