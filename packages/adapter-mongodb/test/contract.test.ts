import { apiKeyRepositoryContract, petMaintenanceContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPets, open, openStore } from './store.ts';

/** The new documents or the filters of a command. `mongos` sends each to the shard of its `_id`, or to all shards. */
const partsOf = ({ documents, updates, deletes, filter, query }: Document): readonly Document[] =>
  documents ?? (updates ?? deletes)?.map(({ q }: Document) => q) ?? [filter ?? query];

// Equality on the whole `_id`: neither an operator nor a field within it.
const namesShardKey = ({ _id }: Document): boolean =>
  _id !== undefined && !Object.keys(Object(_id)).some((name) => name.startsWith('$'));

// A list reads from all shards.
const isList = ({ find, filter }: Document): boolean => find === 'pets' && typeof filter._id !== 'bigint';

describeOnMongodb('The animals on MongoDB', (database) => {
  const toAllShards: Document[] = [];
  const store = openStore(database.uri, {
    onCommand: ({ commandName, command }) => {
      const isOfDocuments = ['find', 'insert', 'update', 'findAndModify', 'delete'].includes(commandName);
      if (isOfDocuments && ['pets', 'creations'].includes(command[commandName]) && !isList(command))
        toAllShards.push(...partsOf(command).filter((part) => !namesShardKey(part)));
    },
  });
  beforeAll(async () => {
    await store();
    // A start reads the highest id from all shards, once.
    toAllShards.length = 0;
  });
  afterAll(() => expect(toAllShards, 'what names no shard key').toEqual([]));
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

describeOnMongodb('Maintenance of animals on MongoDB', ({ another }) => {
  const openEmpty = async () => {
    const { uri } = another();
    return { maintenance: (await open(uri)).maintenance, openPets: async () => (await open(uri)).pets };
  };
  for (const { name, check } of petMaintenanceContract) it(name, () => check(openEmpty));
});
