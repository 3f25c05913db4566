import { Pet } from '@animal-store/domain';
import { type Mongod, startMongod } from '@animal-store/testkit/mongodb';
import { valid } from '@animal-store/testkit/valid';
import { either as E, option as O } from 'fp-ts';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { checkMongo } from '../src/index.ts';
import { apiKey, bothOn, idempotency, instant, newPet, openInTime as open } from './store.ts';

const { run } = inject('mongodb');

const onServer = async <A>({ address }: Mongod, use: (client: MongoClient) => Promise<A>): Promise<A> => {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
};

describe.skipIf(run === undefined)('In a replica set with an arbiter', () => {
  let members: readonly Mongod[] = [];
  const member = (index: number): Mongod => members[index] as Mongod;
  const [primary, secondary] = [0, 1] as const;
  const directly = (index: number): string => `mongodb://${member(index).address}/animal-store?directConnection=true`;
  const uri = (): string => `mongodb://${members.map(({ address }) => address).join(',')}/animal-store?replicaSet=rs`;

  beforeAll(async () => {
    const start = (): Promise<Mongod> => startMongod(run ?? '', '--replSet', 'rs');
    members = await Promise.all([start(), start(), start()]);
    const roles = [{ priority: 2 }, {}, { arbiterOnly: true }];
    const config = { _id: 'rs', members: members.map(({ address }, _id) => ({ _id, host: address, ...roles[_id] })) };
    await onServer(member(primary), (client) => client.db('admin').command({ replSetInitiate: config }));
    const states = (client: MongoClient): Promise<Document> => client.db('admin').command({ replSetGetStatus: 1 });
    await onServer(member(primary), (client) =>
      vi.waitUntil(async () => {
        const names = (await states(client))['members'].map(({ stateStr }: Document) => stateStr);
        return `${names}` === 'PRIMARY,SECONDARY,ARBITER';
      }, 60_000),
    );
  }, 120_000);
  afterAll(async () => {
    await Promise.all(members.map((each) => each.remove()));
  });

  it('is used, also through its primary alone, and is not ready through another member alone', async () => {
    expect(await bothOn(uri())).toEqual(['empty', 'usable']);
    expect(await bothOn(directly(secondary))).toEqual(['unavailable', 'usable']);
    expect(await bothOn(directly(primary))).toEqual(['ours', 'usable']);
  });

  const unavailable = (message: string) => ({ left: { _tag: 'RepositoryUnavailable', cause: { message } } });

  it('is not ready without a majority, and while an index is being built', async (test) => {
    const { pets, ping } = await open(uri());
    const add = pets.add(newPet({ name: 'Rex', categoryId: 1n }));
    expect([await add(), await ping()]).toMatchObject([E.right({}), E.right(undefined)]);
    const client = new MongoClient(uri());
    test.onTestFinished(() => client.close());
    const collection = client.db().collection('pets');
    await collection.dropIndex('status');

    await member(secondary).pause();
    // The index is complete only when a majority has it.
    const built = collection.createIndex({ status: 1, _id: 1 }, { name: 'status' });
    await vi.waitUntil(() => collection.indexExists('status'), 10_000);
    expect(await ping()).toMatchObject(unavailable('no majority of the replica set has the newest write'));
    expect(await add()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    expect(E.isRight(await pets.list({ limit: 1 })())).toBe(true);
    expect(await checkMongo(uri())()).toMatchObject(unavailable('no majority of the replica set has the newest write'));
    // So readiness, which names the index of each collection, waits for it also with a majority.
    await expect(collection.find({}, { hint: 'status' }).toArray()).rejects.toMatchObject({ code: 2 });
    expect((await bothOn(uri()))[1]).toBe('usable');

    await member(secondary).unpause();
    await built;
    await vi.waitUntil(async () => E.isRight(await ping()), 20_000);
    expect(await bothOn(uri())).toEqual(['ours', 'usable']);
  }, 90_000);

  it('acknowledges nothing a second time that it could not acknowledge the first time', async () => {
    const { pets, apiKeys, maintenance } = await open(uri());
    const rex = newPet({ name: 'Rex', categoryId: 1n });
    const key = apiKey({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000 });
    const imported = valid(Pet)({ id: 5_000n, ...rex });
    await apiKeys.add(key)();
    await pets.add(rex, idempotency('before'))();

    await member(secondary).pause();
    const writes = [
      pets.add(rex, idempotency('before')),
      pets.add(rex, idempotency('during')),
      maintenance.insertWithId(imported),
      maintenance.raiseLastId(imported.id),
      apiKeys.revoke(key.id, instant(2000)),
    ];
    const reused = pets.add(newPet({ name: 'Tom', categoryId: 1n }), idempotency('before'));
    for (const _ of ['first', 'second'])
      for (const outcome of await Promise.all([...writes, reused].map((write) => write())))
        expect(outcome).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    expect(await pets.find(imported.id)()).toEqual(E.right(O.none));

    await member(secondary).unpause();
    await vi.waitUntil(async () => {
      const outcomes = await Promise.all(writes.map(async (write) => (await write())._tag));
      return outcomes.every((tag) => tag === 'Right');
    }, 20_000);
    expect(await reused()).toMatchObject({ left: { _tag: 'IdempotencyKeyReused' } });
    expect(await pets.find(imported.id)()).toEqual(E.right(O.some(imported)));
  }, 90_000);
});
