import assert from 'node:assert/strict';
import { type Pet, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { deleteFields } from '../core/model.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet } from '../samples.ts';
import { addInTurn, addPet, allPets, byId } from './pet-steps.ts';
import { petOperations } from './pet-writes.ts';

export const petsRuns: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty(
    'each operation on animals happens when it is run, and each time it is run',
    async ({ pets, replace, remove }) => {
      pets.add(newPet('never added'), idempotency('k'));
      const [add, list] = [pets.add(newPet('Rex')), pets.list({ limit: 10 })];
      await succeedWith(list, []);
      const added = [await succeed(add), ...(await Promise.all([succeed(add), succeed(add)]))].map(({ pet }) => pet);
      const keyed = await addPet(pets, newPet('Rex'), idempotency('k'));
      await succeedWith(list, [...byId(added), keyed]);
      const find = pets.find(keyed.id);
      for (const { run } of Object.values(petOperations)) run(pets, keyed);
      await replace(withId(keyed.id, newPet('Pip')));
      await succeedWith(find, O.some(withId(keyed.id, newPet('Pip'))));
      await remove(keyed.id);
      await succeedWith(find, O.none);
    },
  ),
  // The adapter chooses when it reads the fields, but it must read all of them at one moment.
  lawOnEmpty(
    'a change to the given animal while the add is in flight is kept wholly or not at all',
    async ({ pets }) => {
      const [before, after] = [newPet('Rex', 7n, 'sold'), newPet('Pip', 8n, 'pending')];
      const changing = { ...before };
      const running = addPet(pets, changing);
      Object.assign(changing, after);
      const added = await running;
      assert.deepEqual(added, withId(added.id, added.name === 'Rex' ? before : after));
      assert.deepEqual(await allPets(pets), [added]);
    },
  ),
  lawOnEmpty('reads at once return what they return in turn, and share nothing that they return', async ({ pets }) => {
    const given = [newPet('Rex', 1n, 'available'), newPet('Pip', 2n, 'sold'), newPet('Kim', 3n, 'sold')];
    const [rex, pip, kim] = (await addInTurn(pets, given)) as readonly [Pet, Pet, Pet];
    for (const { run } of Object.values(petOperations).filter(({ kind }) => kind === 'read')) {
      const inTurn = [await run(pets, rex)(), await run(pets, pip)()];
      const [mine, other, yours] = await Promise.all([run(pets, rex)(), run(pets, pip)(), run(pets, rex)()]);
      assert.deepEqual([mine, other], inTurn);
      const expected = structuredClone(yours);
      deleteFields(mine);
      assert.deepEqual(yours, expected);
    }
    assert.deepEqual(await allPets(pets), [rex, pip, kim], 'a read has written');
  }),
];
