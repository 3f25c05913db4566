import type { taskEither as TE } from 'fp-ts';
import type { IdempotencyKeyReused, PetNotFound, RepositoryFull, RepositoryUnavailable } from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { ListPetsQuery, PetPage } from './page.ts';
import type { NewPet, Pet } from './pet.ts';
import type { PetId } from './pet-id.ts';
import type { Added } from './pet-repository.ts';

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
