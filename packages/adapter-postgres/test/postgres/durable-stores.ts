import { type DurableFixture, remoteRepository, startTcpProxy } from '@animal-store/domain-testkit';
import { durableOnServer, type NetworkFailures } from '@animal-store/testkit/durable-server';
import type { PostgresStore } from '../../src/index.ts';
import { connect, patient } from './connect.ts';

/** The laws' ways to a database, of whose stores one repository is used. */
export const durableStore = <Name extends 'pets' | 'apiKeys'>(
  uri: string,
  name: Name,
  failedCommits: NetworkFailures,
): DurableFixture<PostgresStore[Name]> =>
  durableOnServer({
    uri,
    startProxy: startTcpProxy,
    open: async (to, operationTimeoutMS = patient.operationTimeoutMS) => {
      const store = await connect(to, { operationTimeoutMS });
      return { repository: store[name], close: store.close };
    },
    program: new URL('store-process.ts', import.meta.url),
    parameters: [name],
    remote: remoteRepository<PostgresStore[Name]>,
    failedCommits,
    recoversWithinMS: 5_000,
  });
