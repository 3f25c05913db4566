import { apiKeyRepositoryContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { neededRights } from '../src/schema/missing-right.ts';
import { freshPets } from './mongodb/fresh-pets.ts';
import { openStore } from './mongodb/open-store.ts';

// The rights that the commands need which read and write documents.
const rightsOf: Readonly<Record<string, readonly string[]>> = {
  find: ['find'],
  aggregate: ['find'],
  insert: ['insert'],
  update: ['update'],
  findAndModify: ['find', 'update'],
  delete: ['remove'],
};

describeOnMongodb('The animals on MongoDB', (database) => {
  const used = new Set<string>();
  const store = openStore(withOption(database.uri, 'monitorCommands=true'), {
    observe: (events) => {
      events.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
        for (const action of rightsOf[commandName] ?? []) used.add(`${action} on ${command[commandName]}`);
      });
    },
  });
  afterAll(() => {
    const checked = neededRights.map(({ action, collection }) => `${action} on ${collection}`);
    expect(
      [...used].filter((right) => !checked.includes(right)),
      'rights that readiness does not check',
    ).toEqual([]);
  });
  for (const { name, check } of petRepositoryContract) it(name, () => check(() => freshPets(database, store)));
});

describeOnMongodb('The API keys on MongoDB', (database) => {
  const store = openStore(database.uri);
  const freshApiKeys = async () => {
    const { apiKeys } = await store();
    await database.collection('apiKeys').deleteMany({});
    return apiKeys;
  };
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(freshApiKeys));
});
