import type { PetRepository } from '../pet-repository.ts';
import { type AddPet, addPet } from './add-pet.ts';
import { type GetPet, getPet } from './get-pet.ts';
import { type ListPets, listPets } from './list-pets.ts';

/** The driving port: what can be done with the store of animals. */
export interface AnimalStore {
  readonly listPets: ListPets;
  readonly addPet: AddPet;
  readonly getPet: GetPet;
}

/** Makes the store from the repositories it needs. */
export const createAnimalStore = ({ pets }: { readonly pets: PetRepository }): AnimalStore => ({
  listPets: listPets(pets),
  addPet: addPet(pets),
  getPet: getPet(pets),
});
