import { maxKeptPetId, type Pet, withId } from '@animal-store/domain';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { expect, it, type TestContext } from 'vitest';
import { connectMongoMaintenance } from '../src/index.ts';
import { connect } from './mongodb/connect.ts';
import { newPet, petId } from './mongodb/samples.ts';

const rex = (id: bigint): Pet => withId(petId(id), newPet({ name: 'Rex', categoryId: 2n ** 53n + 1n, status: 'sold' }));
const all = { limit: 100 };
let databases = 0;

describeOnMongodb('Maintenance of animals on MongoDB', (database) => {
  /** Maintenance on a database of its own, and a store there. */
  const openEmpty = async ({ onTestFinished }: TestContext) => {
    const uri = database.uri.replace(database.name, `${database.name}-${databases++}`);
    const opened = await connectMongoMaintenance(uri)();
    if (E.isLeft(opened)) throw new Error(opened.left.message);
    onTestFinished(opened.right.close);
    const openStore = async () => {
      const store = await connect(uri);
      onTestFinished(store.close);
      return store;
    };
    return { ...opened.right, openStore };
  };

  it('keeps the id of an animal, once, and refuses another animal under it', async (test) => {
    const { maintenance, openStore } = await openEmpty(test);
    const insert = maintenance.insertWithId(rex(7n));
    const { pets } = await openStore();
    expect(await pets.list(all)()).toEqual(E.right([]));
    expect([await insert(), await insert()]).toEqual([E.right('inserted'), E.right('present')]);
    const { id, name, categoryId } = rex(7n);
    const others = [{ id, name, categoryId }, withId(id, newPet({ name: 'Tom', categoryId, status: 'sold' }))];
    for (const other of others) expect(await maintenance.insertWithId(other)()).toEqual(E.left({ _tag: 'PetIdTaken' }));
    expect(await pets.list(all)()).toEqual(E.right([rex(7n)]));
  });

  it('lets one of many at once insert an animal', async (test) => {
    const { maintenance } = await openEmpty(test);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => maintenance.insertWithId(rex(7n))()));
    expect(outcomes.filter((outcome) => E.isRight(outcome) && outcome.right === 'inserted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => E.isRight(outcome) && outcome.right === 'present')).toHaveLength(19);
  });

  const orders: readonly (readonly [string, readonly bigint[], bigint])[] = [
    ['in ascending order', [3n, 500n, 4_000n], 4_000n],
    ['in descending order', [4_000n, 500n, 3n], 4_000n],
    ['up to the highest', [maxKeptPetId], maxKeptPetId],
  ];
  for (const [order, ids, highest] of orders) {
    it(`gives new animals ids above every id that was kept, ${order}`, async (test) => {
      const { maintenance, openStore } = await openEmpty(test);
      expect(await maintenance.lastId()()).toEqual(E.right(0n));
      // A store that starts later would raise the counter by itself.
      const { pets } = await openStore();
      const outcomes = await Promise.all(ids.map((id) => maintenance.insertWithId(rex(id))()));
      expect(outcomes).toEqual(ids.map(() => E.right('inserted')));
      const before = await maintenance.lastId()();
      const added = await pets.add(newPet({ name: 'Tom', categoryId: 1n }))();
      const id = E.isRight(added) ? added.right.id : 0n;
      expect([id > highest, E.isRight(before) && id > before.right]).toEqual([true, true]);
      const after = await maintenance.lastId()();
      expect(E.isRight(after) && after.right >= id).toBe(true);
    });
  }

  it('rejects ids that leave none for other animals', async (test) => {
    const { maintenance, openStore } = await openEmpty(test);
    for (const id of [-1n, 0n, maxKeptPetId + 1n, 2n ** 53n, 2n ** 63n - 1n]) {
      expect(await maintenance.insertWithId(rex(id))()).toEqual(E.left({ _tag: 'PetIdOutOfRange' }));
    }
    const { pets } = await openStore();
    expect(await pets.list(all)()).toEqual(E.right([]));
  });
});
