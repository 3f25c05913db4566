import { describeOnReplicaSet, type OnReplicaSet } from '@animal-store/testkit/mongodb';
import type { Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { connect } from './connect.ts';

/** A replica set for one test file, and a store on it. */
export interface StoreOnReplicaSet extends OnReplicaSet {
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

/** Describes tests of a store that break the replica set it is on. */
export const describeStoreOnReplicaSet = (
  title: string,
  size: number,
  body: (on: () => StoreOnReplicaSet) => void,
): void => {
  describeOnReplicaSet(title, size, (on) => {
    let store: MongoStore | undefined;
    beforeAll(async () => {
      store = await connect(on().set.uri);
    }, 30_000);
    afterAll(() => store?.close());
    body(() => {
      if (store === undefined) throw new Error('The store is not there');
      return { ...on(), store, idsByName: (prefix) => readIds(on().client, prefix) };
    });
  });
};
