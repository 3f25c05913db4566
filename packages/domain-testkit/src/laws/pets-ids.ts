import assert from 'node:assert/strict';
import { maxInt64, minInt64, type Pet } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { newPet, petId, somePets } from '../samples.ts';
import { addInTurn, addPet, allPets, byId } from './all-pets.ts';

export const petsIds: readonly Law<PetRepositoryFixture>[] = [
  // Four waves, so that adapters that reserve ids in blocks reach the end of a block.
  lawOnEmpty(
    'of 100 adds at once each returns its own animal, and stores it under an id of its own that is greater than all before',
    async ({ pets }) => {
      const stored: Pet[] = [];
      for (let wave = 0; wave < 4; wave++) {
        const greatest = stored.at(-1)?.id ?? 0n;
        const given = somePets(100);
        const added = await Promise.all(given.map((one) => addPet(pets, one)));
        const animals = added.map(({ id: _, ...one }) => one);
        assert.deepEqual(animals, given);
        const ids = new Set(added.map(({ id }) => id)).size;
        assert.equal(ids, 100, `100 adds at once got ${ids} ids: let the store assign the ids, or let adds take turns`);
        for (const { id } of added) assert.ok(id > greatest, `saw the id ${id} after ${greatest}`);
        stored.push(...byId(added));
      }
      assert.deepEqual(await allPets(pets), stored);
    },
  ),
  lawOnEmpty('an id that no animal has finds none, however near it is or how alike its low bits', async ({ pets }) => {
    const added = await addInTurn(pets, somePets(3));
    const taken = new Set<bigint>(added.map(({ id }) => id));
    const near = added.flatMap(({ id }) => [id + 1n, id - 1n, -id, id + 2n ** 32n, id + 2n ** 53n, id + 2n ** 62n]);
    for (const id of [...near, minInt64, -1n, 0n, maxInt64].filter((candidate) => !taken.has(candidate)))
      assert.deepEqual({ id, found: await succeed(pets.find(petId(id))) }, { id, found: O.none });
  }),
  lawOnEmpty('an id is not used again after its animal was removed', async ({ pets, remove }) => {
    const added = await addInTurn(pets, somePets(5));
    const last = added.at(-1)?.id ?? 0n;
    for (const { id } of added) await remove(id);
    const { id } = await addPet(pets, newPet('Rex'));
    assert.ok(
      id > last,
      `the id ${id} was assigned after ${last} was removed: the next id must not follow from the stored ones`,
    );
  }),
];
