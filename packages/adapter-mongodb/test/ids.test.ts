import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { expect, it, type TestContext } from 'vitest';
import { noIdLeft } from '../src/errors.ts';
import { connect } from './mongodb/connect.ts';
import { openStore } from './mongodb/open-store.ts';
import { newPet } from './mongodb/samples.ts';

describeOnMongodb('The ids of new animals', (database) => {
  const store = openStore(database.uri);
  const { collection } = database;

  const add = async (name: string): Promise<bigint> => {
    const { pets } = await store();
    const added = await pets.add(newPet({ name, categoryId: 1n }))();
    if (E.isLeft(added)) throw new Error(added.left._tag);
    return added.right.pet.id;
  };

  const lastReserved = async (): Promise<bigint> =>
    (await collection('counters').find().toArray()).find(({ _id }) => _id === 'pets')?.['last'];

  it('come from blocks of 100, and each block is reported', async () => {
    let blocks = 0;
    await add('before');
    const before = await lastReserved();
    const counted = await connect(database.uri, { onIdBlock: () => void blocks++ });
    for (let count = 0; count < 101; count++) await counted.pets.add(newPet({ name: 'counted', categoryId: 1n }))();
    await counted.close();
    expect(blocks).toBe(2);
    expect(await lastReserved()).toBe(before + 200n);
  });

  it('jump over animals that were imported above the counter while the service runs', async () => {
    const id = await add('first');
    const imported = [5n, 6n, 7_777n].map((distance) => id + distance);
    await collection('pets').insertMany(
      imported.map((_id) => ({ _id: Long.fromBigInt(_id), name: 'imported', categoryId: Long.ONE })),
    );
    const ids: bigint[] = [];
    for (let count = 0; count < 10; count++) ids.push(await add('next'));
    expect(ids).toEqual([
      ...[1n, 2n, 3n, 4n].map((distance) => id + distance),
      ...[1n, 2n, 3n, 4n, 5n, 6n].map((distance) => id + 7_777n + distance),
    ]);
    expect(await collection('pets').countDocuments({ name: 'imported' })).toBe(3);
  });

  const greatest = 2n ** 53n - 1n;
  const ceiling = 2n ** 52n;
  const range = (first: bigint, last: bigint): readonly bigint[] =>
    Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index));
  let databases = 0;

  /** An instance on a new database where animals with some ids are imported, and whose counter may be high. */
  const startWith = async (
    { onTestFinished }: TestContext,
    { imported, last }: { imported: readonly bigint[]; last?: bigint },
  ): Promise<Awaited<ReturnType<typeof connect>>> => {
    const name = `${database.name}-${databases++}`;
    const before = database.client.db(name);
    await before
      .collection<Stored>('pets')
      .insertMany(imported.map((id) => ({ _id: Long.fromBigInt(id), name: 'imported', categoryId: Long.ONE })));
    if (last !== undefined)
      await before.collection<Stored>('counters').insertOne({ _id: 'pets', last: Long.fromBigInt(last) });
    const instance = await connect(database.uri.replace(database.name, name));
    onTestFinished(instance.close);
    return instance;
  };

  const starts: readonly (readonly [string, Parameters<typeof startWith>[1], bigint])[] = [
    ['above animals that were imported before', { imported: [-5n, 41n, 2n ** 63n - 1n] }, 42n],
    ['below the greatest id when that is imported', { imported: [5n, greatest] }, 6n],
    ['at the ceiling when that is imported', { imported: [ceiling, greatest] }, ceiling + 1n],
    ['with the last ids', { imported: [5n], last: greatest - 200n }, greatest - 199n],
    [
      'above ids in use beyond the ceiling',
      { imported: range(ceiling + 5n, ceiling + 240n), last: ceiling + 4n },
      ceiling + 305n,
    ],
  ];
  for (const [where, setting, first] of starts) {
    it(`start ${where}, and go on from there`, async (test) => {
      const fresh = await startWith(test, setting);
      const ids: unknown[] = [];
      for (const name of ['one', 'two']) {
        const added = await fresh.pets.add(newPet({ name, categoryId: 1n }))();
        ids.push(E.isRight(added) ? added.right.pet.id : added);
      }
      expect(ids).toEqual([first, first + 1n]);
      expect(await fresh.ping()).toEqual(E.right(undefined));
    });
  }

  it('are refused as unavailable when none is left, and the store is not ready', async (test) => {
    const full = await startWith(test, { imported: [greatest], last: greatest });
    const unavailable = E.left({ _tag: 'RepositoryUnavailable', cause: noIdLeft() });
    expect(await full.pets.add(newPet({ name: 'new', categoryId: 1n }))()).toEqual(unavailable);
    expect(await full.ping()).toEqual(unavailable);
  });
});
