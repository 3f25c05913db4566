import { Pet } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { expect, it, type TestContext } from 'vitest';
import { noIdLeft } from '../src/errors.ts';
import { connect } from './mongodb/connect.ts';
import { newPet } from './mongodb/samples.ts';

const greatest = 2n ** 53n - 1n;
const ceiling = 2n ** 52n;

const range = (first: bigint, last: bigint): readonly bigint[] =>
  Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index));

const animal = (id: bigint): Stored => ({ _id: Long.fromBigInt(id), name: 'imported', categoryId: Long.ONE });

describeOnMongodb('The ids of new animals', ({ client, name, uri }) => {
  let databases = 0;

  /** An instance on a new database where animals with some ids are imported, and whose counter may be high. */
  const startWith = async ({ onTestFinished }: TestContext, imported: readonly bigint[], last?: bigint) => {
    const own = `${name}-${databases++}`;
    const collection = (of: string) => client.db(own).collection<Stored>(of);
    const add = (ids: readonly bigint[]) => collection('pets').insertMany(ids.map(animal));
    await add(imported);
    if (last !== undefined) await collection('counters').insertOne({ _id: 'pets', last: Long.fromBigInt(last) });
    const store = await connect(uri.replace(name, own));
    onTestFinished(store.close);
    const newId = async (): Promise<unknown> => {
      const added = await store.pets.add(newPet({ name: 'new', categoryId: 1n }))();
      return E.isRight(added) ? added.right.pet.id : added;
    };
    return { ...store, newId, add };
  };

  it.for<readonly [where: string, imported: readonly bigint[], last: bigint | undefined, first: bigint]>([
    ['above animals that were imported before', [-5n, 41n, 2n ** 63n - 1n], undefined, 42n],
    ['below the greatest id when that is imported', [5n, greatest], undefined, 6n],
    ['at the ceiling when that is imported', [ceiling, greatest], undefined, ceiling + 1n],
    ['with the last ids', [5n], greatest - 200n, greatest - 199n],
    ['above ids in use beyond the ceiling', range(ceiling + 5n, ceiling + 240n), ceiling + 4n, ceiling + 305n],
  ])('start %s, and come from a block of 100', async ([, imported, last, first], test) => {
    const { newId, ping, maintenance } = await startWith(test, imported, last);
    expect([await newId(), await newId()]).toEqual([first, first + 1n]);
    expect(await maintenance.lastId()()).toEqual(E.right(first + 99n));
    expect(await ping()).toEqual(E.right(undefined));
  });

  it('jump over animals that are imported above the counter while the service runs', async (test) => {
    const { newId, add } = await startWith(test, [1n]);
    const ids = [await newId()];
    await add([5n, 6n, 7_777n]);
    for (let count = 0; count < 4; count++) ids.push(await newId());
    expect(ids).toEqual([2n, 3n, 4n, 7_778n, 7_779n]);
  });

  // A store that starts later raises the counter by itself.
  it('are above an animal that was stored under its id while the service runs', async (test) => {
    const { newId, maintenance } = await startWith(test, [1n]);
    const pet = known(Pet)({ id: 4_000n, name: 'Rex', categoryId: 1n });
    expect(await maintenance.insertWithId(pet)()).toEqual(E.right('inserted'));
    expect(await newId()).toBe(4_001n);
  });

  it('are refused as unavailable when none is left, and the store is not ready', async (test) => {
    const { newId, ping } = await startWith(test, [greatest], greatest);
    const unavailable = E.left({ _tag: 'RepositoryUnavailable', cause: noIdLeft() });
    expect([await newId(), await ping()]).toEqual([unavailable, unavailable]);
  });
});
