import { maxKeptPetId, type Pet, withId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { afterEach, expect, it } from 'vitest';
import { add, newPet, petId } from './sqlite/samples.ts';
import { createStores } from './sqlite/stores.ts';

const { open, end } = createStores();
afterEach(end);

const rex = (id: bigint): Pet => withId(petId(id), newPet('Rex', 'sold'));
const all = { limit: 100 };

it('keeps the id of an animal, once, and refuses another animal under it', async () => {
  const { pets, maintenance } = await open();
  const insert = maintenance.insertWithId(rex(7n));
  expect(await pets.list(all)()).toEqual(E.right([]));
  expect([await insert(), await insert()]).toEqual([E.right('inserted'), E.right('present')]);
  const others = [withId(petId(7n), newPet('Rex')), withId(petId(7n), newPet('Tom', 'sold'))];
  for (const other of others) expect(await maintenance.insertWithId(other)()).toEqual(E.left({ _tag: 'PetIdTaken' }));
  expect(await pets.list(all)()).toEqual(E.right([rex(7n)]));
});

it('gives new animals ids above every id that was kept', async () => {
  const { pets, maintenance } = await open();
  expect(await maintenance.lastId()()).toEqual(E.right(0n));
  await maintenance.insertWithId(rex(500n))();
  await maintenance.insertWithId(rex(3n))();
  expect([(await add(pets, newPet('Tom'))).id, await maintenance.lastId()()]).toEqual([501n, E.right(501n)]);
  expect(await maintenance.insertWithId(rex(maxKeptPetId))()).toEqual(E.right('inserted'));
  expect((await add(pets, newPet('Tom'))).id).toBe(maxKeptPetId + 1n);
});

it('rejects ids that leave none for other animals', async () => {
  const { pets, maintenance } = await open();
  for (const id of [-1n, 0n, maxKeptPetId + 1n, 2n ** 53n, 2n ** 63n - 1n]) {
    expect(await maintenance.insertWithId(rex(id))()).toEqual(E.left({ _tag: 'PetIdOutOfRange' }));
  }
  expect(await pets.list(all)()).toEqual(E.right([]));
});
