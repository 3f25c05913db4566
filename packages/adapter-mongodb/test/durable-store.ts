import { remoteRepository, startTcpProxy } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { durableOnServer, type NetworkFailure } from '@animal-store/testkit/durable-server';
import { type TestDatabase, withOption } from '@animal-store/testkit/mongodb';
import { connect, connectInTime } from './store.ts';

/** A database without animals and API keys, of whose stores one repository is used. */
export const freshDurableStore = async <Name extends 'pets' | 'apiKeys'>(
  { uri, collection }: TestDatabase,
  name: Name,
  failedCommits: readonly NetworkFailure<DurableStore[Name]>[] = [],
) => {
  await Promise.all(['pets', 'creations', 'apiKeys'].map((each) => collection(each).deleteMany({})));
  return durableOnServer({
    uri,
    startProxy: startTcpProxy,
    open: async (to, operationTimeoutMS) => {
      const store =
        operationTimeoutMS === undefined
          ? await connect(to)
          : // Less than this limit, as by default: the driver gives up a write before the store responds that it failed.
            await connectInTime(withOption(to, 'serverSelectionTimeoutMS=1333'), { operationTimeoutMS });
      return { repository: store[name], close: store.close };
    },
    program: new URL('store-process.ts', import.meta.url),
    parameters: [name],
    remote: remoteRepository<DurableStore[Name]>,
    failedCommits,
    // The driver looks for a lost server every two seconds.
    recoversWithinMS: 10_000,
  });
};
