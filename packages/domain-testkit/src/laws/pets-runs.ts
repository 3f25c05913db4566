import assert from 'node:assert/strict';
import { type Pet, type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import { spoil } from '../core/spoil.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet } from '../samples.ts';
import { addInTurn, addPet, allPets } from './all-pets.ts';
import { samples } from './plain-pets.ts';

export const petsLaziness: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty('an add does nothing before it is run, and adds each time it is run', async ({ pets }) => {
    pets.add(newPet('never added'), idempotency('k'));
    const add = pets.add(newPet('Rex'));
    const [rex, again] = [await succeed(add), await succeed(add)];
    const keyed = await addPet(pets, newPet('Rex'), idempotency('k'));
    assert.deepEqual(await allPets(pets), [rex.pet, again.pet, keyed]);
  }),
  lawOnEmpty('a list of animals reads when it is run, and each time anew', async ({ pets }) => {
    const list = pets.list({ limit: 10 });
    const rex = await addPet(pets, newPet('Rex'));
    await succeedWith(list, [rex]);
    const pip = await addPet(pets, newPet('Pip'));
    await succeedWith(list, [rex, pip]);
  }),
  lawOnEmpty('a find of an animal reads when it is run, and each time anew', async ({ pets, replace, remove }) => {
    const { id } = await addPet(pets, newPet('Rex'));
    const find = pets.find(id);
    await replace(withId(id, newPet('Pip')));
    await succeedWith(find, O.some(withId(id, newPet('Pip'))));
    await remove(id);
    await succeedWith(find, O.none);
  }),
];

const given = [newPet('Rex', 1n, 'available'), newPet('Pip', 2n, 'sold'), newPet('Kim', 3n, 'sold')];

export const petsAtOnce: readonly Law<PetRepository>[] = [
  // The adapter chooses when it reads the fields, but it must read all of them at one moment.
  lawOnEmpty('a change to the given animal while the add is in flight is kept wholly or not at all', async (pets) => {
    const [before, after] = [newPet('Rex', 7n, 'sold'), newPet('Pip', 8n, 'pending')];
    const changing = { ...before };
    const running = addPet(pets, changing);
    Object.assign(changing, after);
    const added = await running;
    assert.deepEqual(added, withId(added.id, added.name === 'Rex' ? before : after));
    assert.deepEqual(await allPets(pets), [added]);
  }),
  lawOnEmpty('two reads at once return what they return in turn', async (pets) => {
    const [rex, pip] = (await addInTurn(pets, given)) as readonly [Pet, Pet];
    for (const read of [samples.find, samples.list]) {
      const inTurn = [await read(pets, rex)(), await read(pets, pip)()];
      assert.deepEqual(await Promise.all([read(pets, rex)(), read(pets, pip)()]), inTurn);
    }
  }),
  law('a change to what one of two equal runs at once returned does not reach the other', async (fresh) => {
    for (const sample of Object.values(samples)) {
      const pets = await fresh();
      const [pet] = (await addInTurn(pets, given)) as readonly [Pet];
      const [mine, yours] = await Promise.all([sample(pets, pet)(), sample(pets, pet)()]);
      const expected = structuredClone(yours);
      spoil(mine);
      assert.deepEqual(yours, expected);
    }
  }),
];
