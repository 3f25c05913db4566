import assert from 'node:assert/strict';
import { type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';

export const petsAddLaziness: readonly Law<PetRepository>[] = [
  lawOnEmpty('an add does nothing before it is run, and does not use its idempotency key', async (pets) => {
    pets.add(newPet('never added'));
    pets.add(newPet('never added with a key'), idempotency('k'));
    const rex = await addPet(pets, newPet('Rex'), idempotency('k'));
    assert.deepEqual(await allPets(pets), [rex]);
  }),
  lawOnEmpty('one add of an animal run twice adds two animals', async (pets) => {
    const add = pets.add(newPet('Rex'));
    const { pet: first } = await succeed(add);
    const { pet: second } = await succeed(add);
    assert.ok(second.id > first.id, `saw the id ${second.id} after ${first.id}`);
    assert.deepEqual(await allPets(pets), [first, second]);
  }),
];

export const petsListLaziness: readonly Law<PetRepository>[] = [
  lawOnEmpty('a list of animals reads when it is run, and each time anew', async (pets) => {
    const list = pets.list({ limit: 10 });
    const rex = await addPet(pets, newPet('Rex'));
    await succeedWith(list, [rex]);
    const pip = await addPet(pets, newPet('Pip'));
    await succeedWith(list, [rex, pip]);
  }),
];

export const petsFindLaziness: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty('a find of an animal reads when it is run, and each time anew', async ({ pets, replace, remove }) => {
    const { id } = await addPet(pets, newPet('Rex'));
    const find = pets.find(id);
    await replace(withId(id, newPet('Pip')));
    await succeedWith(find, O.some(withId(id, newPet('Pip'))));
    await remove(id);
    await succeedWith(find, O.none);
  }),
];
