import type { PetRepository } from '@animal-store/domain';
import {
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  remoteRepository,
  startTcpProxy,
} from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { durableOnServer, type NetworkFailure } from '@animal-store/testkit/durable-server';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { it } from 'vitest';
import { changePets, connect, empty, isRecording, patient } from './store.ts';

const times = Number.POSITIVE_INFINITY;
const operation = 'add';

const failedCreations: readonly NetworkFailure<PetRepository>[] = [
  { name: 'the creation is lost', operation, fault: { kind: 'request lost', isRequest: isRecording } },
  {
    name: 'every reply to a creation is lost',
    operation,
    fault: { kind: 'reply lost', isRequest: isRecording, times },
  },
];

/** A database without animals and API keys, of whose stores one repository is used. */
const freshDurableStore = async <Name extends 'pets' | 'apiKeys'>(
  { uri, sql }: TestDatabase,
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

describeOnPostgres('The animals on PostgreSQL', (database) => {
  const fresh = async () => ({
    ...(await freshDurableStore(database, 'pets', failedCreations)),
    ...changePets(database.sql),
  });
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(fresh));
});

describeOnPostgres('The API keys on PostgreSQL', (database) => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, () => check(() => freshDurableStore(database, 'apiKeys')));
});
