import { petRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { reportSkipped } from '@animal-store/testkit/needs';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectObserved } from './mongodb/connect.ts';
import { freshPets } from './mongodb/fresh-pets.ts';
import { openStore } from './mongodb/open-store.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

const sharded = ['pets', 'creations'];
const operations = ['insert', 'update', 'delete', 'findAndModify', 'find', 'aggregate', 'count', 'distinct'];

describeOnMongodb('A database that is to be sharded', (database) => {
  it('writes an animal and its record as single documents, and has no other unique index', async () => {
    const commands: Document[] = [];
    const store = await connectObserved(database.uri, ({ commandName, command }) => {
      if (operations.includes(commandName) && sharded.includes(command[commandName])) commands.push(command);
    });
    // A start reads the highest id once from all shards.
    commands.length = 0;
    const rex = newPet({ name: 'Rex', categoryId: 1n });
    await store.pets.add(rex)();
    for (const key of ['new', 'new']) await store.pets.add(rex, idempotency(key))();
    await store.close();

    expect(commands.map((command) => operations.find((name) => command[name] !== undefined))).toEqual([
      ...['insert'],
      ...['insert', 'insert', 'update'],
      ...['insert', 'find'],
    ]);
    for (const name of sharded) {
      const indexes = await database.collection(name).indexes();
      expect(indexes.filter(({ unique, expireAfterSeconds }) => unique ?? expireAfterSeconds)).toEqual([]);
    }
  });
});

const mongos = process.env['MONGOS_TEST_URI'];

describe.skipIf(mongos === undefined)('The animals on a sharded cluster', () => {
  const name = `animal-store-sharded-${process.pid}`;
  const uri = new URL(mongos ?? 'mongodb://none');
  uri.pathname = name;
  const client = new MongoClient(uri.href);
  const store = openStore(uri.href);

  beforeAll(async () => {
    await store();
    for (const collection of sharded) {
      await client.db('admin').command({ shardCollection: `${name}.${collection}`, key: { _id: 'hashed' } });
    }
  });
  afterAll(async () => {
    await client.db().dropDatabase();
    await client.close();
  });

  const collection = (of: string) => client.db().collection<Stored>(of, { useBigInt64: true });
  for (const { name, check } of petRepositoryContract) it(name, () => check(() => freshPets({ collection }, store)));
});

it('is tested on a sharded cluster, or says that it is not', () => {
  const missing = 'MONGOS_TEST_URI does not name the mongos of a sharded cluster';
  const need = { where: 'on a sharded cluster', missing, requiredBy: 'REQUIRE_MONGOS' };
  if (mongos === undefined) reportSkipped(need, petRepositoryContract.length);
  expect([mongos === undefined, process.env['REQUIRE_MONGOS'] === '1']).not.toEqual([true, true]);
});
