import {
  hasStatus,
  idempotencyKeyReused,
  newPetEq,
  type Pet,
  type PetId,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';

/** What a database would keep: animals by ascending id, and the first response to each idempotency key. */
export interface Table {
  lastId: bigint;
  pets: readonly Pet[];
  readonly creations: Map<string, Pet>;
}

export const createTable = (): Table => ({ lastId: 0n, pets: [], creations: new Map() });

/** A `PetRepository` on an array. */
export const createArrayPetRepository = (table: Table): PetRepository => ({
  list: ({ limit, status, after = 0n }) =>
    TE.fromIO(() =>
      table.pets
        .filter(({ id }) => id > after)
        .filter(hasStatus(status))
        .slice(0, limit),
    ),

  add: (newPet, idempotency) =>
    TE.fromIOEither(() => {
      const creation = idempotency && `${idempotency.scope} ${idempotency.key}`;
      const first = creation === undefined ? undefined : table.creations.get(creation);
      if (first !== undefined)
        return newPetEq.equals(first, newPet) ? E.right({ pet: first, replayed: true }) : E.left(idempotencyKeyReused);
      table.lastId += 1n;
      const pet = Object.freeze(withId(table.lastId as PetId, newPet));
      table.pets = [...table.pets, pet];
      if (creation !== undefined) table.creations.set(creation, pet);
      return E.right({ pet, replayed: false });
    }),

  find: (id) => TE.fromIO(() => O.fromNullable(table.pets.find((pet) => pet.id === id))),
});
