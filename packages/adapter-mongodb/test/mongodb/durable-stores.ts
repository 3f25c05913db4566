import { type DurableFixture, remoteRepository } from '@animal-store/domain-testkit';
import { durableOnServer, type NetworkFailures } from '@animal-store/testkit/durable-server';
import type { TestDatabase } from '@animal-store/testkit/mongodb';
import type { MongoStore } from '../../src/index.ts';
import { connect, connectPatiently } from './connect.ts';

/** A database without animals and API keys, for the laws of durable repositories, of which one is used. */
export const freshDurableStore = async <Name extends 'pets' | 'apiKeys'>(
  { uri, collection }: Pick<TestDatabase, 'uri' | 'collection'>,
  name: Name,
  failedCommits: NetworkFailures,
): Promise<DurableFixture<MongoStore[Name]>> => {
  await Promise.all(['pets', 'creations', 'apiKeys'].map((each) => collection(each).deleteMany({})));
  return durableOnServer({
    uri,
    open: async (to, operationTimeoutMS) => {
      const isPatient = operationTimeoutMS === undefined;
      const store = await (isPatient ? connectPatiently(to) : connect(to, { operationTimeoutMS }));
      return { repository: store[name], close: store.close };
    },
    program: new URL('store-process.ts', import.meta.url),
    parameters: [name],
    remote: remoteRepository<MongoStore[Name]>,
    failedCommits,
    // The driver looks for a lost server every two seconds.
    recoversWithinMS: 10_000,
  });
};
