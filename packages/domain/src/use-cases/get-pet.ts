import { function as F, taskEither as TE } from 'fp-ts';
import { type PetNotFound, petNotFound, type RepositoryUnavailable } from '../errors.ts';
import type { Pet } from '../pet.ts';
import type { PetId } from '../pet-id.ts';
import type { PetRepository } from '../ports/pet-repository.ts';

/** Fetches one animal. */
export type GetPet = (id: PetId) => TE.TaskEither<PetNotFound | RepositoryUnavailable, Pet>;

export const getPet =
  (pets: PetRepository): GetPet =>
  (id) =>
    F.pipe(pets.find(id), TE.chainW(TE.fromOption(() => petNotFound)));
