import {
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  remoteRepository,
  startTcpProxy,
} from '@animal-store/domain-testkit';
import { durableOnServer, type NetworkFailures } from '@animal-store/testkit/durable-server';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { it } from 'vitest';
import type { PostgresStore } from '../src/index.ts';
import { changePets, connect, empty, isRecording, patient } from './store.ts';

const times = Number.POSITIVE_INFINITY;
const operation = 'add';

describeOnPostgres('The stores on PostgreSQL', ({ uri, sql }) => {
  /** An empty database, of whose stores one repository is used. */
  const fresh = async <Name extends 'pets' | 'apiKeys'>(
    name: Name,
    failedCommits: NetworkFailures<PostgresStore[Name]>,
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
      remote: remoteRepository<PostgresStore[Name]>,
      failedCommits,
      recoversWithinMS: 5_000,
    });
  };

  const freshPets = async () => {
    const fixture = await fresh('pets', [
      { name: 'the creation is lost', operation, fault: { kind: 'request lost', isRequest: isRecording } },
      {
        name: 'every reply to a creation is lost',
        operation,
        fault: { kind: 'reply lost', isRequest: isRecording, times },
      },
    ]);
    return { ...fixture, ...changePets(sql) };
  };
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(freshPets));

  const freshApiKeys = () => fresh('apiKeys', [{ name: 'replies break off', fault: { kind: 'reset in mid-reply' } }]);
  for (const { name, check } of durableApiKeyRepositoryContract) it(name, () => check(freshApiKeys));
});
