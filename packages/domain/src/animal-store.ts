import { either as E, function as F, taskEither as TE } from 'fp-ts';
import {
  type IdempotencyKeyReused,
  type PetNotFound,
  petNotFound,
  type RepositoryFull,
  type RepositoryUnavailable,
} from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { PetId } from './int64.ts';
import type { ListPetsQuery, PetPage } from './page.ts';
import type { NewPet, Pet } from './pet.ts';
import type { Added, PetRepository } from './pet-repository.ts';

/** The driving port: the use cases of the store of animals. */
export interface AnimalStore {
  /** Lists one page of the animals. */
  readonly listPets: (query: ListPetsQuery) => TE.TaskEither<RepositoryUnavailable, PetPage>;

  /** Adds an animal. Retries with the same idempotency key add it once, and are `replayed`. */
  readonly addPet: (
    newPet: NewPet,
    idempotency?: Idempotency,
  ) => TE.TaskEither<IdempotencyKeyReused | RepositoryFull | RepositoryUnavailable, Added>;

  /** Fetches one animal. */
  readonly getPet: (id: PetId) => TE.TaskEither<PetNotFound | RepositoryUnavailable, Pet>;
}

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
