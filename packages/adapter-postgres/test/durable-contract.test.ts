import { durableApiKeyRepositoryContract, durablePetRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { it } from 'vitest';
import { changePets, empty } from './postgres/change-pets.ts';
import { connect } from './postgres/connect.ts';
import { durableStore } from './postgres/durable-stores.ts';
import { isRecording } from './postgres/is-recording.ts';

const times = Number.POSITIVE_INFINITY;

describeOnPostgres('The stores on PostgreSQL', ({ uri, sql }) => {
  const prepare = async (): Promise<void> => {
    await (await connect(uri)).close();
    await empty(sql);
  };

  const freshPets = async () => {
    await prepare();
    const fixture = durableStore(uri, 'pets', [
      { name: 'the creation is lost', fault: { kind: 'request lost', isRequest: isRecording } },
      { name: 'every reply to a creation is lost', fault: { kind: 'reply lost', isRequest: isRecording, times } },
    ]);
    return { ...fixture, ...changePets(sql) };
  };
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(freshPets));

  const freshApiKeys = async () => {
    await prepare();
    return durableStore(uri, 'apiKeys', [{ name: 'replies break off', fault: { kind: 'reset in mid-reply' } }]);
  };
  for (const { name, check } of durableApiKeyRepositoryContract) it(name, () => check(freshApiKeys));
});
