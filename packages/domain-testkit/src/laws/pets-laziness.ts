import assert from 'node:assert/strict';
import { type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { idempotency, newPet } from '../samples.ts';
import { allPets } from './all-pets.ts';

export const petsLaziness: readonly Law<PetRepository>[] = [
  law('an add of an animal does nothing before it is run', async (fresh) => {
    const pets = await fresh();
    pets.add(newPet('never added'));
    pets.add(newPet('never added with a key'), idempotency('never-used'));
    const rex = await succeed(pets.add(newPet('Rex'), idempotency('used')));
    assert.deepEqual(await allPets(pets), [rex]);
  }),
  law('an add of an animal that is never run does not use its idempotency key', async (fresh) => {
    const pets = await fresh();
    pets.add(newPet('never added'), idempotency('k'));
    const rex = await succeed(pets.add(newPet('Rex'), idempotency('k')));
    assert.deepEqual(await allPets(pets), [rex]);
  }),
  law('one add of an animal run twice adds two animals', async (fresh) => {
    const pets = await fresh();
    const add = pets.add(newPet('Rex'));
    const first = await succeed(add);
    const second = await succeed(add);
    assert.ok(second.id > first.id, `saw the id ${second.id} after ${first.id}`);
    assert.deepEqual(await allPets(pets), [first, second]);
  }),
  law('a list of animals reads when it is run, and each time anew', async (fresh) => {
    const pets = await fresh();
    const list = pets.list({ limit: 10 });
    const rex = await succeed(pets.add(newPet('Rex')));
    assert.deepEqual(await succeed(list), [rex]);
    const pip = await succeed(pets.add(newPet('Pip')));
    assert.deepEqual(await succeed(list), [rex, pip]);
  }),
];

export const petsFindLaziness: readonly Law<PetRepositoryFixture>[] = [
  law('a find of an animal reads when it is run, and each time anew', async (fresh) => {
    const { pets, replace, remove } = await fresh();
    const { id } = await succeed(pets.add(newPet('Rex')));
    const find = pets.find(id);
    await replace(withId(id, newPet('Pip')));
    assert.deepEqual(await succeed(find), O.some(withId(id, newPet('Pip'))));
    await remove(id);
    assert.deepEqual(await succeed(find), O.none);
  }),
];
