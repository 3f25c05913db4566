import assert from 'node:assert/strict';
import type { Added, Idempotency, NewPet, Pet, PetRepository } from '@animal-store/domain';
import { succeed } from '../core/outcome.ts';

/** Animals in ascending order of id. */
export const byId = (pets: readonly Pet[]): readonly Pet[] => pets.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Every animal of a repository with fewer than a thousand animals. */
export const allPets = async (pets: Pick<PetRepository, 'list'>): Promise<readonly Pet[]> => {
  const all = await succeed(pets.list({ limit: 1000 }));
  const late = all.find(({ id }, index) => id <= (all[index - 1]?.id ?? 0n));
  if (late !== undefined)
    assert.fail(`list has the id ${late.id} too late: order by id, as a number and not as a text`);
  return all;
};

/** Adds an animal, and returns it. */
export const addPet = async (pets: Pick<PetRepository, 'add'>, newPet: NewPet, used?: Idempotency): Promise<Pet> => {
  const { pet } = await succeed(pets.add(newPet, used));
  return pet ?? assert.fail('add must return { pet, replayed }');
};

/** The result of a retry of a creation. */
export const replayed = (pet: Pet): Added => ({ pet, replayed: true });

/** Adds animals one after another. */
export const addInTurn = async (pets: PetRepository, newPets: readonly NewPet[]): Promise<readonly Pet[]> => {
  const added: Pet[] = [];
  for (const newPet of newPets) added.push(await addPet(pets, newPet));
  return added;
};
