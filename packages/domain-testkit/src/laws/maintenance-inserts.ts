import assert from 'node:assert/strict';
import { maxInt64, maxKeptPetId, minInt64, petIdOutOfRange, petIdTaken, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, law } from '../law.ts';
import { failWith, succeed } from '../outcome.ts';
import type { PetMaintenanceFixture } from '../pet-maintenance-fixture.ts';
import { newPet, petId } from '../samples.ts';
import { allPets } from './all-pets.ts';

const rex = withId(petId(7n), newPet('Rex', 2n ** 53n + 1n, 'sold'));

export const maintenanceInserts: readonly Law<PetMaintenanceFixture>[] = [
  law('an animal is stored under the id that it is inserted with, with every field', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    const animals = [
      withId(petId(1n), newPet('Rex\0\u{1f415}', minInt64)),
      withId(petId(2n ** 33n + 1n), newPet('', maxInt64, 'available')),
      withId(petId(maxKeptPetId), newPet('Tom', 0n, 'pending')),
    ];
    for (const pet of animals.toReversed()) assert.equal(await succeed(maintenance.insertWithId(pet)), 'inserted');
    const pets = await openPets();
    assert.deepEqual(await allPets(pets), animals);
    for (const pet of animals) assert.deepEqual(await succeed(pets.find(pet.id)), O.some(pet));
  }),
  law('an insert of an animal does nothing before it is run', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    const insert = maintenance.insertWithId(rex);
    assert.deepEqual(await allPets(await openPets()), []);
    assert.equal(await succeed(insert), 'inserted');
  }),
  law('an equal animal under a stored id is present, and stored once', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    await succeed(maintenance.insertWithId(rex));
    for (let n = 0; n < 2; n++) assert.equal(await succeed(maintenance.insertWithId({ ...rex })), 'present');
    assert.deepEqual(await allPets(await openPets()), [rex]);
  }),
  law('another animal under a stored id is PetIdTaken, and changes nothing', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    await succeed(maintenance.insertWithId(rex));
    const others = [
      newPet('Tom', rex.categoryId, 'sold'),
      newPet('Rex', rex.categoryId + 1n, 'sold'),
      newPet('Rex', rex.categoryId, 'pending'),
      newPet('Rex', rex.categoryId),
    ];
    for (const other of others) await failWith(maintenance.insertWithId(withId(rex.id, other)), petIdTaken);
    assert.deepEqual(await allPets(await openPets()), [rex]);
  }),
  law('an animal that a repository has added is present under its id', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    const pets = await openPets();
    const added = await succeed(pets.add(newPet('Pip')));
    assert.equal(await succeed(maintenance.insertWithId(added)), 'present');
    await failWith(maintenance.insertWithId(withId(added.id, newPet('Tom'))), petIdTaken);
    assert.deepEqual(await allPets(pets), [added]);
  }),
  law('an id that leaves no room for others is PetIdOutOfRange', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    for (const id of [minInt64, -1n, 0n, maxKeptPetId + 1n, 2n ** 53n, maxInt64])
      await failWith(maintenance.insertWithId(withId(petId(id), newPet('Rex'))), petIdOutOfRange);
    assert.deepEqual(await allPets(await openPets()), []);
  }),
  law('of many inserts at once of one animal one inserts it, and to the others it is present', async (fresh) => {
    const { maintenance, openPets } = await fresh();
    const inserts = Array.from({ length: 20 }, () => succeed(maintenance.insertWithId(rex)));
    const outcomes = (await Promise.all(inserts)).toSorted();
    assert.deepEqual(outcomes, ['inserted', ...Array(19).fill('present')]);
    assert.deepEqual(await allPets(await openPets()), [rex]);
  }),
];
