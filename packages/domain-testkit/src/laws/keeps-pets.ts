import assert from 'node:assert/strict';
import { type NewPet, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { allPets } from './all-pets.ts';

/** Adds animals and checks that `add`, `find` and `list` return each unchanged. */
export const assertPetsKept = async (pets: PetRepository, given: readonly NewPet[]): Promise<void> => {
  const expected: Pet[] = [];
  for (const one of given) {
    const added = await succeed(pets.add(one));
    const pet = withId(added.id, one);
    const found = await succeed(pets.find(added.id));
    assert.deepEqual({ added, found }, { added: pet, found: O.some(pet) });
    expected.push(pet);
  }
  assert.deepEqual(await allPets(pets), expected);
};

/** The law that the given animals are kept. */
export const keepsPets = (name: string, given: readonly NewPet[]): Law<PetRepository> =>
  law(name, async (fresh) => assertPetsKept(await fresh(), given));
