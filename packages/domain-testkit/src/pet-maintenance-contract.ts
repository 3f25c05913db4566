import assert from 'node:assert/strict';
import {
  maxInt64,
  maxKeptPetId,
  minInt64,
  newPetEq,
  type Pet,
  petIdOutOfRange,
  petIdTaken,
  withId,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { type Law, lawOnEmpty, lawsOn } from './core/law.ts';
import { failWith, shown, succeed, succeedWith } from './core/outcome.ts';
import { watched } from './core/watched.ts';
import type { PetMaintenanceFixture } from './fixtures.ts';
import { addInTurn, addPet, allPets } from './laws/all-pets.ts';
import { newPet, petId, petsByField } from './samples.ts';

const rex = withId(petId(7n), newPet('Rex', 2n ** 53n + 1n, 'sold'));

const maintenanceInserts: readonly Law<PetMaintenanceFixture>[] = [
  lawOnEmpty(
    'an animal is stored under the id that it is inserted with, with every field',
    async ({ maintenance, openPets }) => {
      const animals = [
        withId(petId(1n), newPet('Rex\0\u{1f415}', minInt64)),
        withId(petId(2n ** 33n + 1n), newPet('', maxInt64, 'available')),
        withId(petId(maxKeptPetId), newPet('Tom', 0n, 'pending')),
      ];
      for (const pet of animals.toReversed()) await succeedWith(maintenance.insertWithId(pet), 'inserted');
      const pets = await openPets();
      assert.deepEqual(await allPets(pets), animals);
      for (const pet of animals) await succeedWith(pets.find(pet.id), O.some(pet));
    },
  ),
  lawOnEmpty('an insert of an animal does nothing before it is run', async ({ maintenance, openPets }) => {
    const insert = maintenance.insertWithId(rex);
    assert.deepEqual(await allPets(await openPets()), []);
    await succeedWith(insert, 'inserted');
  }),
  lawOnEmpty('an equal animal under a stored id is present, and stored once', async ({ maintenance, openPets }) => {
    await succeed(maintenance.insertWithId(rex));
    for (let n = 0; n < 2; n++) await succeedWith(maintenance.insertWithId({ ...rex }), 'present');
    assert.deepEqual(await allPets(await openPets()), [rex]);
  }),
  lawOnEmpty(
    'another animal under a stored id is PetIdTaken, and changes nothing',
    async ({ maintenance, openPets }) => {
      const stored: Pet[] = [];
      for (const [n, [field, [first, ...others]]] of petsByField.entries()) {
        const pet = withId(petId(BigInt(n + 1)), first ?? assert.fail('every field has values'));
        stored.push(pet);
        await succeed(maintenance.insertWithId(pet));
        for (const other of others.filter((animal) => !newPetEq.equals(animal, pet))) {
          const outcome = shown(await maintenance.insertWithId(withId(pet.id, other))());
          assert.deepEqual({ field, outcome }, { field, outcome: E.left(petIdTaken) });
        }
      }
      assert.deepEqual(await allPets(await openPets()), stored);
    },
  ),
  lawOnEmpty('an animal that a repository has added is present under its id', async ({ maintenance, openPets }) => {
    const pets = await openPets();
    const added = await addPet(pets, newPet('Pip'));
    await succeedWith(maintenance.insertWithId(added), 'present');
    await failWith(maintenance.insertWithId(withId(added.id, newPet('Tom'))), petIdTaken);
    assert.deepEqual(await allPets(pets), [added]);
  }),
  lawOnEmpty('an id that leaves no room for others is PetIdOutOfRange', async ({ maintenance, openPets }) => {
    for (const id of [minInt64, -1n, 0n, maxKeptPetId + 1n, 2n ** 53n, maxInt64]) {
      await failWith(maintenance.insertWithId(withId(petId(id), newPet('Rex'))), petIdOutOfRange);
      await failWith(maintenance.raiseLastId(petId(id)), petIdOutOfRange);
    }
    assert.deepEqual(await allPets(await openPets()), []);
  }),
  lawOnEmpty(
    'of many inserts at once of one animal one inserts it, and to the others it is present',
    async ({ maintenance, openPets }) => {
      const inserts = Array.from({ length: 20 }, () => succeed(maintenance.insertWithId(rex)));
      const outcomes = (await Promise.all(inserts)).toSorted();
      assert.deepEqual(outcomes, ['inserted', ...Array(19).fill('present')]);
      assert.deepEqual(await allPets(await openPets()), [rex]);
    },
  ),
];

const insertAll = async ({ maintenance }: PetMaintenanceFixture, ids: readonly bigint[]): Promise<void> => {
  for (const id of ids) await succeed(maintenance.insertWithId(withId(petId(id), newPet(`animal ${id}`))));
};

const orders: readonly (readonly [string, readonly bigint[], bigint])[] = [
  ['ascending', [3n, 500n, 4_000n], 4_000n],
  ['descending', [4_000n, 500n, 3n], 4_000n],
  ['up to 2^52', [maxKeptPetId], maxKeptPetId],
];

const maintenanceIds: readonly Law<PetMaintenanceFixture>[] = [
  ...orders.map(([order, ids, greatest]) =>
    lawOnEmpty<PetMaintenanceFixture>(
      `a store that is opened after an import gives new animals greater ids than the kept ones, ${order}`,
      async (fixture) => {
        await insertAll(fixture, ids);
        const added = await addInTurn(await fixture.openPets(), [newPet('Tom'), newPet('Tim')]);
        for (const { id } of added) assert.ok(id > greatest, `saw the id ${id} after ${greatest}`);
      },
    ),
  ),
  lawOnEmpty(
    'a store that is opened after the last id was raised gives greater ids, and a lower id lowers nothing',
    async ({ maintenance, openPets }) => {
      for (const id of [4_500n, 3n]) await succeed(maintenance.raiseLastId(petId(id)));
      const [{ id } = { id: 0n }] = await addInTurn(await openPets(), [newPet('Tom')]);
      assert.ok(id > 4_500n, `saw the id ${id} after 4500`);
    },
  ),
  lawOnEmpty(
    'the last id, 0 at first, is at least every id so far, and below those of a store opened next',
    async (fixture) => {
      await succeedWith(fixture.maintenance.lastId(), 0n);
      await insertAll(fixture, [500n, 3n]);
      for (let opened = 0; opened < 3; opened++) {
        const before = await succeed(fixture.maintenance.lastId());
        const [{ id } = { id: 0n }] = await addInTurn(await fixture.openPets(), [newPet('Tom')]);
        const after = await succeed(fixture.maintenance.lastId());
        assert.ok(before >= 500n && before < id && id <= after, `saw ${before}, then the id ${id}, then ${after}`);
      }
    },
  ),
];

const watchedBoth = ({ maintenance, openPets }: PetMaintenanceFixture): PetMaintenanceFixture => ({
  maintenance: watched(maintenance),
  openPets: async () => watched(await openPets()),
});

/** Every law of the port `PetMaintenance`. `fresh` returns an empty store: no id has been assigned there. */
export const petMaintenanceContract: readonly Law<PetMaintenanceFixture>[] = lawsOn(watchedBoth, [
  ...maintenanceInserts,
  ...maintenanceIds,
]);
