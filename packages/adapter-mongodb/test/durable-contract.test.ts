import type { PetRepository } from '@animal-store/domain';
import {
  type DurablePetRepositoryFixture,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  remoteRepository,
  startTcpProxy,
} from '@animal-store/domain-testkit';
import { durableOnServer, type NetworkFailure, type NetworkFailures } from '@animal-store/testkit/durable-server';
import { describeOnMongodb, type TestDatabase, withOption } from '@animal-store/testkit/mongodb';
import { expect, it } from 'vitest';
import type { MongoStore } from '../src/index.ts';
import { isCommand } from './commands.ts';
import { changePets, connect, connectPatiently } from './store.ts';

// The three writes of a creation. Without a majority none of them is acknowledged.
const steps = [
  ['the reservation', isCommand('insert', 'creations')],
  ['the insert of the animal', isCommand('insert', 'pets')],
  ['the mark of completion', isCommand('update', 'creations')],
] as const;

const times = Number.POSITIVE_INFINITY;
const operation = 'add';

const failedCreations: NetworkFailures<PetRepository> = [
  {
    name: 'the only reply to the insert of the animal is lost',
    operation,
    fault: { kind: 'reply lost', isRequest: isCommand('insert', 'pets'), times },
    uri: (uri) => withOption(uri, 'retryWrites=false'),
  },
  ...steps.flatMap(([step, isRequest]): readonly NetworkFailure<PetRepository>[] => [
    { name: `${step} is lost`, operation, fault: { kind: 'request lost', isRequest } },
    { name: `every reply to ${step} is lost`, operation, fault: { kind: 'reply lost', isRequest, times } },
  ]),
];

/** A database without animals and API keys, of whose stores one repository is used. */
const freshDurableStore = async <Name extends 'pets' | 'apiKeys'>(
  { uri, collection }: TestDatabase,
  name: Name,
  failedCommits: NetworkFailures<MongoStore[Name]>,
) => {
  await Promise.all(['pets', 'creations', 'apiKeys'].map((each) => collection(each).deleteMany({})));
  return durableOnServer({
    uri,
    startProxy: startTcpProxy,
    open: async (to, operationTimeoutMS) => {
      const store =
        operationTimeoutMS === undefined
          ? await connectPatiently(to)
          : // Less than this limit, as by default: the driver gives up a write before the store responds that it failed.
            await connect(withOption(to, 'serverSelectionTimeoutMS=1333'), { operationTimeoutMS });
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

describeOnMongodb('The animals on MongoDB', (database) => {
  const fresh = async () => ({
    ...(await freshDurableStore(database, 'pets', failedCreations)),
    ...changePets(database),
  });
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(fresh));

  it('come back if they are deleted while the records of their creations are incomplete', async () => {
    const isRequest = isCommand('update', 'creations');
    const failure: NetworkFailure<PetRepository> = {
      name: 'the mark of completion is lost',
      operation,
      fault: { kind: 'request lost', isRequest },
    };
    const deleting = async (): Promise<DurablePetRepositoryFixture> => ({
      ...(await freshDurableStore(database, 'pets', [failure])),
      ...changePets(database),
      remove: async (id) => void (await database.collection('pets').deleteOne({ _id: id })),
    });
    const law = durablePetRepositoryContract.find(({ name }) => name.startsWith('a write whose commit fails'));
    await expect(law?.check(deleting)).rejects.toThrow('was removed, and the retry of its creation stored it again');
  });
});

describeOnMongodb('The API keys on MongoDB', (database) => {
  const fresh = () =>
    freshDurableStore(database, 'apiKeys', [{ name: 'replies break off', fault: { kind: 'reset in mid-reply' } }]);
  for (const { name, check } of durableApiKeyRepositoryContract) it(name, () => check(fresh));
});
