import { petRepositoryContract } from '@animal-store/domain-testkit';
import type { Stored } from '@animal-store/testkit/mongodb';
import { describeNeeding } from '@animal-store/testkit/needs';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, it } from 'vitest';
import { freshPets } from './mongodb/fresh-pets.ts';
import { openStore } from './mongodb/open-store.ts';

const mongos = process.env['MONGOS_TEST_URI'];
const need = {
  where: 'on a sharded cluster',
  missing: mongos === undefined ? 'MONGOS_TEST_URI does not name the mongos of a sharded cluster' : undefined,
  requiredBy: 'REQUIRE_MONGOS',
  // Continuous integration has none.
  waivedBy: 'CI',
};

describeNeeding(need, 'The animals on a sharded cluster', () => {
  const database = `animal-store-sharded-${process.pid}`;
  const uri = new URL(mongos ?? 'mongodb://none');
  uri.pathname = database;
  const client = new MongoClient(uri.href);
  const store = openStore(uri.href);

  beforeAll(async () => {
    await store();
    for (const name of ['pets', 'creations'])
      await client.db('admin').command({ shardCollection: `${database}.${name}`, key: { _id: 'hashed' } });
  });
  afterAll(async () => {
    await client.db().dropDatabase();
    await client.close();
  });

  const collection = (name: string) => client.db().collection<Stored>(name, { useBigInt64: true });
  for (const { name, check } of petRepositoryContract) it(name, () => check(() => freshPets({ collection }, store)));
});
