import type { PetRepository } from '@animal-store/domain';
import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import type { NetworkFailure } from '@animal-store/testkit/durable-server';
import { describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { it } from 'vitest';
import { freshDurableStore } from './durable-store.ts';
import { changePets, isCommand } from './store.ts';

// The three writes of a creation. Without a majority none of them is acknowledged.
const steps = [
  ['the reservation', isCommand('insert', 'creations')],
  ['the insert of the animal', isCommand('insert', 'pets')],
  ['the mark of completion', isCommand('update', 'creations')],
] as const;

const times = Number.POSITIVE_INFINITY;
const operation = 'add';

const failedCreations: readonly NetworkFailure<PetRepository>[] = [
  {
    name: 'the only reply to the insert of the animal is lost',
    operation,
    fault: { kind: 'reply lost', isRequest: isCommand('insert', 'pets'), times },
    uri: (uri) => withOption(uri, 'retryWrites=false'),
  },
  ...steps.flatMap(([step, isRequest]): readonly NetworkFailure<PetRepository>[] => [
    { name: `${step} is lost`, operation, fault: { kind: 'cut before', isRequest } },
    { name: `every reply to ${step} is lost`, operation, fault: { kind: 'reply lost', isRequest, times } },
  ]),
];

describeOnMongodb('The animals on MongoDB', (database) => {
  const fresh = async () => ({
    ...(await freshDurableStore(database, 'pets', failedCreations)),
    ...changePets(database),
  });
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(fresh));
});

describeOnMongodb('The API keys on MongoDB', (database) => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, () => check(() => freshDurableStore(database, 'apiKeys')));
});
