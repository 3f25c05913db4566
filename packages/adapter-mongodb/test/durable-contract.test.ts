import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import type { NetworkFailure, NetworkFailures } from '@animal-store/testkit/durable-server';
import { describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { it } from 'vitest';
import { changePets } from './mongodb/change-pets.ts';
import { isCommand } from './mongodb/commands.ts';
import { freshDurableStore } from './mongodb/durable-stores.ts';

// The three writes of a creation. Without a majority none of them is acknowledged.
const steps = [
  ['the reservation', isCommand('insert', 'creations')],
  ['the insert of the animal', isCommand('insert', 'pets')],
  ['the mark of completion', isCommand('update', 'creations')],
] as const;

const times = Number.POSITIVE_INFINITY;

const failedCreations: NetworkFailures = [
  {
    name: 'the only reply to the insert of the animal is lost',
    fault: { kind: 'reply lost', isRequest: isCommand('insert', 'pets'), times },
    uri: (uri) => withOption(uri, 'retryWrites=false'),
  },
  ...steps.flatMap(([step, isRequest]): readonly NetworkFailure[] => [
    { name: `${step} is lost`, fault: { kind: 'request lost', isRequest } },
    { name: `every reply to ${step} is lost`, fault: { kind: 'reply lost', isRequest, times } },
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
  const fresh = () =>
    freshDurableStore(database, 'apiKeys', [{ name: 'replies break off', fault: { kind: 'reset in mid-reply' } }]);
  for (const { name, check } of durableApiKeyRepositoryContract) it(name, () => check(fresh));
});
