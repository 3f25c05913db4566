import type { PetRepository } from '../pet-repository.ts';
import { type AddPet, addPet } from './add-pet.ts';
import { type GetPet, getPet } from './get-pet.ts';
import { type ListPets, listPets } from './list-pets.ts';

export type { AddPet, GetPet, ListPets };

/** The driving port: the use cases of the store of animals. */
export interface AnimalStore {
  readonly listPets: ListPets;
  readonly addPet: AddPet;
  readonly getPet: GetPet;
}

/** Creates the use cases on a repository. */
export const createAnimalStore = ({ pets }: { readonly pets: PetRepository }): AnimalStore => ({
  listPets: listPets(pets),
  addPet: addPet(pets),
  getPet: getPet(pets),
});
