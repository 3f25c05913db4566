import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { expect, it } from 'vitest';
import { connect, newPet, open } from './store.ts';

const greatest = 2n ** 53n - 1n;
const ceiling = 2n ** 52n;

const range = (first: bigint, last: bigint): readonly bigint[] =>
  Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index));

const animal = (id: bigint): Stored => ({ _id: Long.fromBigInt(id), name: 'imported', categoryId: Long.ONE });

describeOnMongodb('The ids of new animals', ({ another }) => {
  /** An instance on a new database where animals with some ids are imported, and whose counter may be high. */
  const startWith = async (imported: readonly bigint[], last: bigint) => {
    const { uri, database } = another();
    await (await connect(uri)).close();
    await database.collection<Stored>('pets').insertMany(imported.map(animal));
    await database
      .collection('counters')
      .updateOne({ _id: 'pets' as never }, { $set: { last: Long.fromBigInt(last) } });
    const store = await open(uri);
    const newId = async (): Promise<unknown> => {
      const added = await store.pets.add(newPet({ name: 'new', categoryId: 1n }))();
      return E.isRight(added) ? added.right.pet.id : added;
    };
    return { ...store, newId };
  };

  it.for<readonly [where: string, imported: readonly bigint[], last: bigint, first: bigint]>([
    ['above animals that were imported before', [-5n, 41n, 2n ** 63n - 1n], 0n, 42n],
    ['below the greatest id when that is imported', [5n, greatest], 0n, 6n],
    ['at the ceiling when that is imported', [ceiling, greatest], 0n, ceiling + 1n],
    ['with the last ids', [5n], greatest - 200n, greatest - 199n],
    ['above ids in use beyond the ceiling', range(ceiling + 5n, ceiling + 240n), ceiling + 4n, ceiling + 305n],
  ])('start %s, and come from a block of 100', async ([, imported, last, first]) => {
    const { newId, ping, maintenance } = await startWith(imported, last);
    expect([await newId(), await newId()]).toEqual([first, first + 1n]);
    expect(await maintenance.lastId()()).toEqual(E.right(first + 99n));
    expect(await ping()).toEqual(E.right(undefined));
  });

  it('are refused as unavailable when none is left', async () => {
    const { newId } = await startWith([greatest], greatest);
    const unavailable = E.left({
      _tag: 'RepositoryUnavailable',
      cause: new Error('There is no id left for a new animal: those up to 2^53 - 1 are in use'),
    });
    expect(await newId()).toEqual(unavailable);
  });
});
