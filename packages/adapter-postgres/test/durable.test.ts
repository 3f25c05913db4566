import type { PetRepository } from '@animal-store/domain';
import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import type { NetworkFailure } from '@animal-store/testkit/durable-server';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { it } from 'vitest';
import { freshDurableStore } from './durable-store.ts';
import { changePets, isRecording } from './store.ts';

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
