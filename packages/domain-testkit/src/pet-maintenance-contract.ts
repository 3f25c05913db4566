import assert from 'node:assert/strict';
import {
  maxInt64,
  maxKeptPetId,
  minInt64,
  newPetEq,
  Pet,
  petIdOutOfRange,
  petIdTaken,
  withId,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { type Law, law, lawOnEmpty, lawsOn } from './core/law.ts';
import { failWith, shown, succeed, succeedWith } from './core/outcome.ts';
import { watched } from './core/watched.ts';
import type { PetMaintenanceFixture } from './fixtures.ts';
import { addInTurn, addPet, allPets, byId } from './laws/all-pets.ts';
import { decoded, newPet, petId, petsByField } from './samples.ts';

const rex = withId(petId(7n), newPet('Rex', 2n ** 53n + 1n, 'sold'));

/** An animal of an earlier time, whose name may be longer than that of a new one. */
const longNamed = decoded(Pet)({ id: 2n ** 33n + 2n, name: '🐕'.repeat(30_000), categoryId: 1n });

const insertAll = async ({ maintenance }: PetMaintenanceFixture, ids: readonly bigint[]): Promise<void> => {
  for (const id of ids) await succeed(maintenance.insertWithId(withId(petId(id), newPet(`animal ${id}`))));
};

const laws: readonly Law<PetMaintenanceFixture>[] = [
  lawOnEmpty(
    'an animal is stored under the id that it is inserted with, with every field and a name of any length',
    async ({ maintenance, openPets }) => {
      const animals = [
        withId(petId(1n), newPet('Rex\0\u{1f415}', minInt64)),
        withId(petId(2n ** 33n + 1n), newPet('', maxInt64, 'available')),
        withId(petId(maxKeptPetId), newPet('Tom', 0n, 'pending')),
      ];
      for (const pet of animals.toReversed()) await succeedWith(maintenance.insertWithId(pet), 'inserted');
      const pets = await openPets();
      assert.deepEqual(await allPets(pets), animals);
      await succeed(maintenance.insertWithId(longNamed));
      const found = O.toNullable(await succeed(pets.find(longNamed.id)));
      // Not deepEqual, because the difference of two such texts is unreadable.
      assert.ok(found?.name === longNamed.name, `found a name of ${found?.name.length} characters for one of 60000`);
    },
  ),
  lawOnEmpty('an insert of an animal does nothing before it is run', async ({ maintenance, openPets }) => {
    const insert = maintenance.insertWithId(rex);
    assert.deepEqual(await allPets(await openPets()), []);
    await succeedWith(insert, 'inserted');
  }),
  lawOnEmpty(
    'under a stored id an equal animal is present, another is PetIdTaken, and nothing changes',
    async ({ maintenance, openPets }) => {
      const pets = await openPets();
      const stored = [await addPet(pets, newPet('Pip'))];
      for (const [n, [field, [first, ...others]]] of petsByField.entries()) {
        const pet = withId(petId(BigInt(n + 1000)), first ?? assert.fail('every field has values'));
        stored.push(pet);
        await succeedWith(maintenance.insertWithId(pet), 'inserted');
        for (const other of others.filter((animal) => !newPetEq.equals(animal, pet))) {
          const outcome = shown(await maintenance.insertWithId(withId(pet.id, other))());
          assert.deepEqual({ field, outcome }, { field, outcome: E.left(petIdTaken) });
        }
      }
      for (const pet of stored) await succeedWith(maintenance.insertWithId({ ...pet }), 'present');
      assert.deepEqual(await allPets(pets), byId(stored));
    },
  ),
  lawOnEmpty('an id that leaves no room for others is PetIdOutOfRange', async ({ maintenance, openPets }) => {
    for (const id of [minInt64, -1n, 0n, maxKeptPetId + 1n, 2n ** 53n, maxInt64]) {
      await failWith(maintenance.insertWithId(withId(petId(id), newPet('Rex'))), petIdOutOfRange);
      await failWith(maintenance.raiseLastId(petId(id)), petIdOutOfRange);
    }
    assert.deepEqual(await allPets(await openPets()), []);
  }),
  lawOnEmpty(
    'of many inserts at once of one animal one inserts it, and to the others it is present',
    async (fixture) => {
      const inserts = Array.from({ length: 20 }, () => succeed(fixture.maintenance.insertWithId(rex)));
      assert.deepEqual((await Promise.all(inserts)).toSorted(), ['inserted', ...Array(19).fill('present')]);
      assert.deepEqual(await allPets(await fixture.openPets()), [rex]);
    },
  ),
  law('a store that is opened after an import gives new animals greater ids than the kept ones', async (fresh) => {
    for (const ids of [[4_000n, 500n, 3n], [3n, 500n, 4_000n], [maxKeptPetId]]) {
      const greatest = ids.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
      const fixture = await fresh();
      await insertAll(fixture, ids);
      const added = await addInTurn(await fixture.openPets(), [newPet('Tom'), newPet('Tim')]);
      for (const { id } of added) assert.ok(id > greatest, `saw the id ${id} after ${greatest}`);
    }
  }),
  lawOnEmpty(
    'the last id can be raised, is not lowered, and is below those of a store opened next',
    async (fixture) => {
      const { maintenance, openPets } = fixture;
      await succeedWith(maintenance.lastId(), 0n);
      await insertAll(fixture, [500n, 3n]);
      for (const raisedTo of [500n, 4_500n, 3n]) {
        await succeed(maintenance.raiseLastId(petId(raisedTo)));
        const before = await succeed(maintenance.lastId());
        const { id } = await addPet(await openPets(), newPet('Tom'));
        const after = await succeed(maintenance.lastId());
        const isRight = before >= 500n && before < id && raisedTo < id && id <= after;
        assert.ok(
          isRight,
          `raised to ${raisedTo}, saw the last id ${before}, then the id ${id}, then the last id ${after}`,
        );
      }
    },
  ),
];

/** Every law of the port `PetMaintenance`. `fresh` returns an empty store: no id has been assigned there. */
export const petMaintenanceContract: readonly Law<PetMaintenanceFixture>[] = lawsOn(
  ({ maintenance, openPets }) => ({
    maintenance: watched(maintenance),
    openPets: async () => watched(await openPets()),
  }),
  laws,
);
