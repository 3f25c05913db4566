import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { maxInt64, minInt64, type PetRepository } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { newPet, petId, somePets } from '../samples.ts';
import { addInTurn, addPet, allPets, byId } from './all-pets.ts';

// The first law: the others take the id that `add` returned for the right one.
export const petsFirstIds: readonly Law<PetRepository>[] = [
  lawOnEmpty('an id is a bigint from 1 to 2^53 − 1', async (pets) => {
    for (const { id } of await addInTurn(pets, somePets(5))) {
      assert.ok(typeof id === 'bigint', `add returned the id ${inspect(id)}, a ${typeof id}: decode it with PetId`);
      assert.ok(id >= 1n && id < 2n ** 53n, `saw the id ${id}`);
    }
  }),
];

export const petsIds: readonly Law<PetRepository>[] = [
  // 300 adds, so that adapters that reserve ids in blocks reach the end of a block.
  lawOnEmpty('no id is given twice, and an add after others have ended gets a greater id than they', async (pets) => {
    let greatest = petId(0n);
    for (let wave = 0; wave < 15; wave++) {
      const added = await Promise.all(somePets(20).map((one) => addPet(pets, one)));
      for (const { id } of added) assert.ok(id > greatest, `saw the id ${id} after ${greatest}`);
      greatest = byId(added).at(-1)?.id ?? greatest;
    }
  }),
  lawOnEmpty('of 100 adds at once each returns its own animal under its own id, and stores it', async (pets) => {
    const given = somePets(100);
    const added = await Promise.all(given.map((one) => addPet(pets, one)));
    assert.deepEqual(
      added.map(({ name, categoryId }) => ({ name, categoryId })),
      given.map(({ name, categoryId }) => ({ name, categoryId })),
    );
    const ids = new Set(added.map(({ id }) => id)).size;
    assert.equal(ids, 100, `100 adds at once got ${ids} ids: let the store assign the ids, or let adds take turns`);
    assert.deepEqual(await allPets(pets), byId(added));
  }),
  lawOnEmpty('an id that no animal has finds none, however near it is or how alike its low bits', async (pets) => {
    const added = await addInTurn(pets, somePets(3));
    const taken = new Set<bigint>(added.map(({ id }) => id));
    const near = added.flatMap(({ id }) => [id + 1n, id - 1n, -id, id + 2n ** 32n, id + 2n ** 53n, id + 2n ** 62n]);
    for (const id of [...near, minInt64, -1n, 0n, maxInt64].filter((candidate) => !taken.has(candidate)))
      assert.deepEqual({ id, found: await succeed(pets.find(petId(id))) }, { id, found: O.none });
  }),
];

export const petsRemovedIds: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty('an id is not used again after its animal was removed', async ({ pets, remove }) => {
    const added = await addInTurn(pets, somePets(5));
    const last = added.at(-1)?.id ?? petId(0n);
    for (const { id } of added) await remove(id);
    const { id } = await addPet(pets, newPet('Rex'));
    assert.ok(
      id > last,
      `the id ${id} was assigned after ${last} was removed: the next id must not follow from the stored ones`,
    );
  }),
];
