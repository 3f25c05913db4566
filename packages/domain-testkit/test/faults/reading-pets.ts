import type { Pet, PetRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';

/** Changes every animal that a repository returns. */
export const readingPets =
  (change: (pet: Pet) => Pet) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    add: (newPet, idempotency) => TE.map(change)(pets.add(newPet, idempotency)),
    find: (id) => TE.map(O.map(change))(pets.find(id)),
    list: (range) => TE.map((found: readonly Pet[]) => found.map(change))(pets.list(range)),
  });
