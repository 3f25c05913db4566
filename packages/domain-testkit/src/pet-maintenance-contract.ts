import assert from 'node:assert/strict';
import {
  maxImportablePetId,
  maxInt64,
  minInt64,
  newPetEq,
  Pet,
  petIdOutOfRange,
  petIdTaken,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, readonlyArray as RA } from 'fp-ts';
import { type Law, lawOnEmpty, lawsOn } from './core/law.ts';
import { failWith, shown, succeed, succeedWith } from './core/outcome.ts';
import { watched } from './core/watched.ts';
import type { PetMaintenanceFixture } from './fixtures.ts';
import { known } from './known.ts';
import { addPet, allPets, byId } from './laws/pet-steps.ts';
import { petWrites } from './laws/pet-writes.ts';
import { idempotency, newPet, otherPet, petId, petsByField } from './samples/pets.ts';

const rex = withId(petId(7n), newPet('Rex', 2n ** 53n + 1n, 'sold'));

/** An animal of an earlier time, whose name may be longer than that of a new one. */
const longNamed = known(Pet)({ id: 2n ** 33n + 2n, name: '🐕'.repeat(30_000), categoryId: 1n });

const laws: readonly Law<PetMaintenanceFixture>[] = [
  lawOnEmpty(
    'an animal is stored under the id that it is inserted with, with every field and a name of any length',
    async ({ maintenance, openPets }) => {
      const animals = [
        withId(petId(1n), newPet('Rex\0\u{1f415}', minInt64)),
        withId(petId(2n ** 33n + 1n), newPet('', maxInt64, 'available')),
        withId(petId(2n ** 34n), otherPet),
        withId(petId(maxImportablePetId), newPet('Tom', 0n, 'pending')),
      ];
      for (const pet of animals.toReversed()) await succeedWith(maintenance.insertWithId(pet), 'inserted');
      const pets = await openPets();
      assert.deepEqual(await allPets(pets), animals);
      assert.deepEqual(await succeed(pets.list({ limit: 1, after: petId(10n ** 18n) })), [], 'compare ids as numbers');
      const { id } = await addPet(pets, newPet('Tom'));
      assert.ok(id > maxImportablePetId, `saw the id ${id} after ${maxImportablePetId}`);
      await succeed(maintenance.insertWithId(longNamed));
      const found = O.toNullable(await succeed(pets.find(longNamed.id)));
      // Not deepEqual, because the difference of two such texts is unreadable.
      assert.ok(found?.name === longNamed.name, `found a name of ${found?.name.length} characters for one of 60000`);
    },
  ),
  lawOnEmpty(
    'under a stored id an equal animal is present, another is PetIdTaken, and nothing changes',
    async ({ maintenance, openPets }) => {
      const pets = await openPets();
      for (const { name, run, after } of petWrites) {
        const pet = await addPet(pets, newPet('Pip'), idempotency(name));
        await succeed(run(pets, pet));
        const [left] = after(pet);
        if (left !== undefined && !newPetEq.equals(left, pet))
          await failWith(maintenance.insertWithId(pet), petIdTaken);
        else await succeedWith(maintenance.insertWithId(pet), left === undefined ? 'inserted' : 'present');
      }
      const stored = [...(await allPets(pets))];
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
    for (const id of [minInt64, -1n, 0n, maxImportablePetId + 1n, 2n ** 53n, maxInt64]) {
      await failWith(maintenance.insertWithId(withId(petId(id), newPet('Rex'))), petIdOutOfRange);
      await failWith(maintenance.raiseLastId(petId(id)), petIdOutOfRange);
    }
    assert.deepEqual(await allPets(await openPets()), []);
  }),
  lawOnEmpty(
    'an insert happens when it is run, and of many at once of one animal one inserts it, and to the others it is present',
    async ({ maintenance, openPets }) => {
      const inserts = RA.makeBy(20, () => maintenance.insertWithId(rex));
      const pets = await openPets();
      assert.deepEqual(await allPets(pets), []);
      const outcomes = await Promise.all(inserts.map(succeed));
      assert.deepEqual(outcomes.toSorted(), ['inserted', ...Array(19).fill('present')]);
      assert.deepEqual(await allPets(pets), [rex]);
    },
  ),
  lawOnEmpty(
    'the last id is that of an import or can be raised, is not lowered, and is below those of a store opened next',
    async ({ maintenance, openPets }) => {
      await succeedWith(maintenance.lastId(), 0n);
      for (const id of [500n, 3n]) await succeed(maintenance.insertWithId(withId(petId(id), newPet('Rex'))));
      for (const raisedTo of [3n, 500n, 4_500n, 3n]) {
        await succeed(maintenance.raiseLastId(petId(raisedTo)));
        const before = await succeed(maintenance.lastId());
        const { id } = await addPet(await openPets(), newPet('Tom'));
        const after = await succeed(maintenance.lastId());
        const seen = `raised to ${raisedTo}, saw the last id ${before}, then the id ${id}, then the last id ${after}`;
        assert.ok(before >= 500n && before < id && raisedTo < id && id <= after, seen);
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
