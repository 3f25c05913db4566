import {
  behindProxy,
  createOldVersion,
  describeOnMongodb,
  type OldVersion,
  type Stored,
  withOption,
} from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { type Document, MongoServerError, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { type MigrationProgress, type MongoStore, migrateMongo } from '../src/index.ts';
import { connect } from './mongodb/connect.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const { scope } = idempotency('k');

describeOnMongodb('Records that older versions keep in animals', (test) => {
  /** A database of an older version, and instances of this one on it. */
  const open = async (title: string) => {
    const name = `${test.name}-${title}`;
    const database = test.client.db(name);
    const old = createOldVersion(database);
    await old.start();
    const uri = test.uri.replace(test.name, name);
    const stored = async (of: string): Promise<readonly Document[]> =>
      database.collection(of).find({}, { useBigInt64: true }).sort({ _id: 1 }).toArray();
    return { uri, old, stored, database };
  };

  const addOld = (old: OldVersion, key: string): Promise<bigint> => old.add({ name: key, scope, key });
  const add = async ({ pets }: MongoStore, key: string, name = key): Promise<unknown> => {
    const added = await pets.add(newPet({ name, categoryId: 1n }), idempotency(key))();
    return E.isRight(added) ? added.right.id : added.left._tag;
  };

  describe('while both versions run', () => {
    it('are honoured by this one, and its own by the older ones', async () => {
      const { uri, old, stored } = await open('beside');
      const store = await connect(uri);
      const first = await addOld(old, 'old-first');
      expect([await add(store, 'old-first', 'another'), await add(store, 'old-first')]).toEqual([
        'IdempotencyKeyReused',
        first,
      ]);
      const second = await add(store, 'new-first');
      expect(await addOld(old, 'new-first')).toBe(second);
      await store.close();
      expect((await stored('pets')).map(({ _id }) => _id)).toEqual([first, second]);
      expect((await stored('creations')).map(({ _id, petId, pending }) => [_id.key, petId, pending])).toEqual([
        ['new-first', second, undefined],
        ['old-first', first, undefined],
      ]);
    });

    it('decide, when an instance of this version has only reserved the key', async () => {
      const { uri, old, stored, database } = await open('reserved');
      const store = await connect(uri);
      const pet = { name: 'k', categoryId: 1n };
      const reservation = { _id: idempotency('k'), petId: 70n, pet, created: new Date(), pending: new ObjectId() };
      await database.collection<Stored>('creations').insertOne(reservation);
      const id = await addOld(old, 'k');
      expect(await add(store, 'k')).toBe(id);
      await store.close();
      expect((await stored('pets')).map(({ _id }) => _id)).toEqual([id]);
    });

    it('make one animal of every creation that both versions carry out at once', { timeout: 60_000 }, async () => {
      const { uri, old, stored } = await open('at-once');
      const store = await connect(withOption(uri, 'waitQueueTimeoutMS=60000'));
      const keys = range(60).map((index) => `k${index}`);
      const ids = await Promise.all(keys.map((key) => Promise.all([addOld(old, key), add(store, key)])));
      expect(await Promise.all(keys.map((key) => add(store, key)))).toEqual(ids.map(([id]) => id));
      await store.close();
      expect(ids.filter(([one, other]) => one !== other)).toEqual([]);
      expect((await stored('pets')).length).toBe(keys.length);
    });
  });

  it('are moved while instances run, which then write none; older versions start no more', {
    timeout: 60_000,
  }, async () => {
    const { uri, old, stored, database } = await open('moved');
    const store = await connect(withOption(uri, 'waitQueueTimeoutMS=60000'));
    const reserved = { petId: 2n ** 40n, pet: { name: 'old-7', categoryId: 1n }, created: new Date() };
    await database
      .collection<Stored>('creations')
      .insertOne({ _id: idempotency('old-7'), ...reserved, pending: new ObjectId() });
    const oldIds = new Map<string, bigint>();
    for (const index of range(40)) oldIds.set(`old-${index}`, await addOld(old, `old-${index}`));
    const bulk = range(2500).map((index) => ({
      _id: 1_000_000 + index,
      name: `bulk-${index}`,
      categoryId: 1,
      idempotency: { scope, key: `bulk-${index}` },
    }));
    const longs = bulk.map((pet) => ({ ...pet, _id: BigInt(pet._id), categoryId: 1n }));
    await database.collection<Stored>('pets').insertMany(longs);

    let isOver = false;
    const newIds = new Map<string, unknown>();
    const load = range(4).map(async (lane) => {
      for (let count = 0; !isOver || count < 5; count++) {
        const key = `new-${lane}-${count}`;
        newIds.set(key, await add(store, key));
      }
    });
    const steps: MigrationProgress[] = [];
    const migrated = await migrateMongo(uri, (progress) => steps.push(progress))();
    isOver = true;
    await Promise.all(load);

    expect(migrated).toEqual(E.right(steps.at(-1)));
    expect(migrated).toMatchObject({ right: { late: 0 } });
    expect(steps.at(-1)?.copied).toBeGreaterThanOrEqual(2540);
    expect(newIds.size).toBeGreaterThanOrEqual(20);
    const animals = await stored('pets');
    expect(animals.filter((animal) => 'idempotency' in animal)).toEqual([]);
    expect(animals.length).toBe(2540 + newIds.size);
    expect(new Set(animals.map(({ name }) => name)).size).toBe(animals.length);

    // The instance that ran before and one that starts now know every key.
    const another = await connect(uri);
    for (const [key, id] of [...oldIds, ...newIds, ['bulk-2499', 1_002_499n] as const]) {
      expect([key, await add(store, key), await add(another, key)]).toEqual([key, id, id]);
    }
    await Promise.all([store.close(), another.close()]);
    expect((await stored('creations')).filter(({ pending }) => pending !== undefined)).toEqual([]);
    expect((await stored('pets')).length).toBe(animals.length);

    await expect(old.start()).rejects.toThrow(MongoServerError);
    expect(await migrateMongo(uri)()).toEqual(E.right({ copied: 0, cleared: 0, late: 0 }));
    expect((await database.collection('pets').indexes()).filter(({ unique }) => unique)).toEqual([]);
  });

  it('are moved by the next run, wherever the one before was cut off', { timeout: 60_000 }, async (context) => {
    const steps = [
      ['update', 'creations'],
      ['collMod', 'pets'],
      ['update', 'pets'],
      ['dropIndexes', 'pets'],
      ['createIndexes', 'pets'],
    ] as const;
    for (const [index, [command, collection]] of steps.entries()) {
      const { uri, old, stored, database } = await open(`cut-${index}`);
      const ids = [await addOld(old, 'a'), await addOld(old, 'b')];
      const { proxy, uri: cutUri } = await behindProxy(context, uri);
      await proxy.become({ kind: 'reply lost', command, collection, times: 9 });
      const cut = await migrateMongo(withOption(cutUri, 'serverSelectionTimeoutMS=500'))();
      expect([command, cut]).toMatchObject([command, { left: { _tag: 'RepositoryUnavailable' } }]);
      expect(await migrateMongo(uri)()).toMatchObject({ right: { late: 0 } });
      const store = await connect(uri);
      expect([await add(store, 'a'), await add(store, 'b')]).toEqual(ids);
      await store.close();
      expect((await stored('pets')).map((animal) => [animal['_id'], 'idempotency' in animal])).toEqual(
        ids.map((id) => [id, false]),
      );
      expect((await database.collection('pets').indexes()).filter(({ unique }) => unique)).toEqual([]);
    }
  });

  it('are counted when an older version wrote them after all had been copied, and moved all the same', async () => {
    const { uri, database } = await open('late');
    await migrateMongo(uri)();
    const late = { _id: 5n, name: 'late', categoryId: 1n, idempotency: { scope, key: 'late' } };
    await database.collection<Stored>('pets').insertOne(late, { bypassDocumentValidation: true });
    expect(await migrateMongo(uri)()).toEqual(E.right({ copied: 0, cleared: 1, late: 1 }));
    const store = await connect(uri);
    expect(await add(store, 'late')).toBe(5n);
    await store.close();
  });
});
