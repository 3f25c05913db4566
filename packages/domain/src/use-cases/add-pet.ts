import type { PetRepository } from '../pet-repository.ts';
import type { AnimalStore } from './animal-store.ts';

export const addPet =
  (pets: PetRepository): AnimalStore['addPet'] =>
  (newPet, idempotency) =>
    pets.add(newPet, idempotency);
