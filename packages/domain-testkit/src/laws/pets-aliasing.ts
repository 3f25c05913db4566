import assert from 'node:assert/strict';
import { type PetRepository, withId } from '@animal-store/domain';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import { newPet } from '../samples.ts';
import { allPets } from './all-pets.ts';

export const petsAliasing: readonly Law<PetRepository>[] = [
  // The adapter chooses when it reads the fields, but it must read all of them at one moment.
  lawOnEmpty('a change to the given animal while the add is in flight is kept wholly or not at all', async (pets) => {
    const [before, after] = [newPet('Rex', 7n, 'sold'), newPet('Pip', 8n, 'pending')];
    const given = { ...before };
    const running = succeed(pets.add(given));
    Object.assign(given, after);
    const added = await running;
    assert.deepEqual(added, withId(added.id, added.name === 'Rex' ? before : after));
    assert.deepEqual(await allPets(pets), [added]);
  }),
];
