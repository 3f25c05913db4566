import { either as E } from 'fp-ts';
import { petNotFound } from '../errors.ts';
import type { PetRepository } from '../pet-repository.ts';
import type { AnimalStore } from './animal-store.ts';

export const getPet =
  (pets: PetRepository): AnimalStore['getPet'] =>
  (id) =>
  async () => {
    const found = await pets.find(id)();
    return E.isLeft(found) ? found : E.fromOption(() => petNotFound)(found.right);
  };
