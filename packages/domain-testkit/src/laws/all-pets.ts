import type { NewPet, Pet, PetRepository } from '@animal-store/domain';
import { succeed } from '../core/outcome.ts';

/** Every animal of a repository with fewer than a thousand animals. */
export const allPets = (pets: Pick<PetRepository, 'list'>): Promise<readonly Pet[]> =>
  succeed(pets.list({ limit: 1000 }));

/** Adds animals one after another. */
export const addInTurn = async (pets: PetRepository, newPets: readonly NewPet[]): Promise<readonly Pet[]> => {
  const added: Pet[] = [];
  for (const newPet of newPets) added.push(await succeed(pets.add(newPet)));
  return added;
};
