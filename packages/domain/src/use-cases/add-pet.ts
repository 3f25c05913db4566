import type { taskEither as TE } from 'fp-ts';
import type { IdempotencyKeyReused, RepositoryFull, RepositoryUnavailable } from '../errors.ts';
import type { Idempotency } from '../idempotency.ts';
import type { NewPet, Pet } from '../pet.ts';
import type { PetRepository } from '../pet-repository.ts';

/** Adds an animal. Retries with the same idempotency key add it once. */
export type AddPet = (
  newPet: NewPet,
  idempotency?: Idempotency,
) => TE.TaskEither<IdempotencyKeyReused | RepositoryFull | RepositoryUnavailable, Pet>;

export const addPet =
  (pets: PetRepository): AddPet =>
  (newPet, idempotency) =>
    pets.add(newPet, idempotency);
