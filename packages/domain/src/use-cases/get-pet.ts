import { either as E, type taskEither as TE } from 'fp-ts';
import { type PetNotFound, petNotFound, type RepositoryUnavailable } from '../errors.ts';
import type { Pet } from '../pet.ts';
import type { PetId } from '../pet-id.ts';
import type { PetRepository } from '../pet-repository.ts';

/** Fetches one animal. */
export type GetPet = (id: PetId) => TE.TaskEither<PetNotFound | RepositoryUnavailable, Pet>;

export const getPet =
  (pets: PetRepository): GetPet =>
  (id) =>
  async () => {
    const found = await pets.find(id)();
    return E.isLeft(found) ? found : E.fromOption(() => petNotFound)(found.right);
  };
