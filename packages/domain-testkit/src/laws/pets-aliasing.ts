import assert from 'node:assert/strict';
import { type NewPet, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../law.ts';
import { succeed, succeedWith } from '../outcome.ts';
import { idempotency, newPet, somePets } from '../samples.ts';
import { tamper } from '../tamper.ts';
import { addInTurn, allPets } from './all-pets.ts';

const changes = { name: 'changed', categoryId: -1n, status: 'pending', owner: 'Ann' };
const rex = (): NewPet => ({ ...newPet('Rex', 7n, 'sold') });

const assertOnly = async (pets: PetRepository, expected: Pet): Promise<void> => {
  await succeedWith(pets.find(expected.id), O.some(expected));
  assert.deepEqual(await allPets(pets), [expected]);
};

export const petsAliasing: readonly Law<PetRepository>[] = [
  lawOnEmpty('an add does not write into the animal it is given', async (pets) => {
    const given = rex();
    await succeed(pets.add(given));
    await succeed(pets.add(given, idempotency('k')));
    assert.deepEqual(given, rex());
  }),
  lawOnEmpty('a change to the given animal after the add does not reach the store', async (pets) => {
    const given = rex();
    const { id } = await succeed(pets.add(given));
    tamper(given, changes);
    await assertOnly(pets, withId(id, rex()));
  }),
  lawOnEmpty('a change to the given animal after the add does not reach its idempotency record', async (pets) => {
    const given = rex();
    const { id } = await succeed(pets.add(given, idempotency('k')));
    tamper(given, changes);
    await succeedWith(pets.add(rex(), idempotency('k')), withId(id, rex()));
  }),
  // The adapter chooses when it reads the fields, but it must read all of them at one moment.
  lawOnEmpty('a change to the given animal while the add is in flight is kept wholly or not at all', async (pets) => {
    const given = rex();
    const after = { name: 'Pip', categoryId: 8n, status: 'pending' };
    const running = succeed(pets.add(given));
    tamper(given, after);
    const added = await running;
    const name = added.name === 'Rex' ? 'Rex' : 'Pip';
    assert.deepEqual(added, withId(added.id, name === 'Rex' ? rex() : newPet('Pip', 8n, 'pending')));
    await assertOnly(pets, withId(added.id, name === 'Rex' ? rex() : newPet('Pip', 8n, 'pending')));
  }),
  lawOnEmpty('a change to the animal that add returned does not reach the store', async (pets) => {
    const added = await succeed(pets.add(rex()));
    const expected = withId(added.id, rex());
    tamper(added, { ...changes, id: 4711n });
    await assertOnly(pets, expected);
  }),
  lawOnEmpty('a change to the animal that add returned does not reach its retry', async (pets) => {
    const first = await succeed(pets.add(rex(), idempotency('k')));
    const expected = withId(first.id, rex());
    tamper(first, { ...changes, id: 4711n });
    const second = await succeed(pets.add(rex(), idempotency('k')));
    assert.deepEqual(second, expected);
    tamper(second, { ...changes, id: 4711n });
    await assertOnly(pets, expected);
  }),
  lawOnEmpty('a change to the animal that find returned does not reach the store', async (pets) => {
    const { id } = await succeed(pets.add(rex()));
    const found = await succeed(pets.find(id));
    if (O.isSome(found)) tamper(found.value, { name: 'changed', status: undefined });
    await assertOnly(pets, withId(id, rex()));
  }),
  lawOnEmpty('a change to an animal that list returned does not reach the store', async (pets) => {
    const { id } = await succeed(pets.add(rex()));
    for (const listed of await allPets(pets)) tamper(listed, { name: 'changed', status: undefined });
    await assertOnly(pets, withId(id, rex()));
  }),
  lawOnEmpty('a change to the array that list returned does not reach the store', async (pets) => {
    const added = await addInTurn(pets, somePets(3));
    tamper(await allPets(pets), { 0: 'changed', length: 1 });
    assert.deepEqual(await allPets(pets), added);
  }),
  lawOnEmpty('a change to the array that list returned to one reader does not reach another', async (pets) => {
    const added = await addInTurn(pets, somePets(3));
    const [mine, yours] = await Promise.all([allPets(pets), allPets(pets)]);
    tamper(mine, { length: 0 });
    assert.deepEqual(yours, added);
  }),
];
