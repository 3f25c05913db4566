import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { AnimalStore } from './animal-store.ts';
import { petNotFound } from './errors.ts';
import type { PetRepository } from './pet-repository.ts';

/** Reads one animal more than the page has, to know whether there is a next page. */
const listPets =
  (pets: PetRepository): AnimalStore['listPets'] =>
  (query) =>
    F.pipe(
      pets.list({ ...query, limit: query.limit + 1 }),
      TE.map((found) => {
        const page = found.slice(0, query.limit);
        const last = page.at(-1);
        return found.length > query.limit && last !== undefined ? { pets: page, next: last.id } : { pets: page };
      }),
    );

const getPet = (pets: PetRepository): AnimalStore['getPet'] =>
  F.flow(pets.find, TE.chainEitherKW(E.fromOption(() => petNotFound)));

/** Creates the use cases on a repository. */
export const createAnimalStore = ({ pets }: { readonly pets: PetRepository }): AnimalStore => ({
  listPets: listPets(pets),
  addPet: (newPet, idempotency) => pets.add(newPet, idempotency),
  getPet: getPet(pets),
});
