import { either as E, type taskEither as TE } from 'fp-ts';
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

const toPage = (found: readonly Pet[], limit: number): PetPage => {
  const pets = found.slice(0, limit);
  const last = pets.at(-1);
  return found.length > limit && last !== undefined ? { pets, next: last.id } : { pets };
};

const orNotFound = E.fromOption(() => petNotFound);

/** Creates the use cases on a repository. */
export const createAnimalStore = ({ pets }: { readonly pets: PetRepository }): AnimalStore => ({
  // One animal more than the page has tells whether there is a next page.
  listPets: (query) => async () => {
    const found = await pets.list({ ...query, limit: query.limit + 1 })();
    return E.isLeft(found) ? found : E.right(toPage(found.right, query.limit));
  },
  addPet: (newPet, idempotency) => pets.add(newPet, idempotency),
  getPet: (id) => async () => {
    const found = await pets.find(id)();
    return E.isLeft(found) ? found : orNotFound(found.right);
  },
});
