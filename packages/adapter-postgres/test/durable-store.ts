import { remoteRepository, startTcpProxy } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { durableOnServer, type NetworkFailure } from '@animal-store/testkit/durable-server';
import type { TestDatabase } from '@animal-store/testkit/postgres';
import { connect, empty, patient } from './store.ts';

/** A database without animals and API keys, of whose stores one repository is used. */
export const freshDurableStore = async <Name extends 'pets' | 'apiKeys'>(
  { uri, sql }: Pick<TestDatabase, 'uri' | 'sql'>,
  name: Name,
  failedCommits: readonly NetworkFailure<DurableStore[Name]>[] = [],
) => {
  await (await connect(uri)).close();
  await empty(sql);
  return durableOnServer({
    uri,
    startProxy: startTcpProxy,
    open: async (to, operationTimeoutMS = patient.operationTimeoutMS) => {
      const store = await connect(to, { operationTimeoutMS });
      return { repository: store[name], close: store.close };
    },
    program: new URL('store-process.ts', import.meta.url),
    parameters: [name],
    remote: remoteRepository<DurableStore[Name]>,
    failedCommits,
    recoversWithinMS: 5_000,
  });
};
