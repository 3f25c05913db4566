import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { TestDatabase } from './describe-on-mongodb.ts';
import { type ReplicaSet, startReplicaSet } from './replica-set.ts';

/** A replica set that belongs to one test file, with a plain client to read and write without the service. */
export interface OnReplicaSet extends Pick<TestDatabase, 'client' | 'collection'> {
  readonly set: ReplicaSet;
}

/** Describes tests that break a replica set of their own. It is removed afterwards. */
export const describeOnReplicaSet = (title: string, size: number, body: (on: () => OnReplicaSet) => void): void => {
  const { run } = inject('mongodb');
  describe.skipIf(run === undefined)(title, () => {
    let on: OnReplicaSet | undefined;
    beforeAll(async () => {
      const set = await startReplicaSet(run ?? '', size);
      const client = new MongoClient(set.uri);
      on = { set, client, collection: (name) => client.db().collection(name) };
    }, 60_000);
    afterAll(async () => {
      await on?.client.close();
      await Promise.all(on?.set.members.map((member) => member.remove()) ?? []);
    });
    body(() => {
      if (on === undefined) throw new Error('The replica set has not started');
      return on;
    });
  });
};
