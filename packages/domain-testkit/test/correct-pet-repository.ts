import { hasStatus, idempotencyKeyReused, newPetEq, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { petId } from '../src/samples.ts';

/** The plainest repository that keeps every law: what the faults are made from. */
export const createCorrectPetRepository = (): PetRepository => {
  const pets: Pet[] = [];
  const records = new Map<string, Pet>();
  return {
    add: (newPet, idempotency) => async () => {
      const key = idempotency && `${idempotency.scope} ${idempotency.key}`;
      const record = key === undefined ? undefined : records.get(key);
      if (record !== undefined)
        return newPetEq.equals(record, newPet) ? E.right({ ...record }) : E.left(idempotencyKeyReused);
      const pet = withId(petId(BigInt(pets.length + 1)), newPet);
      pets.push(pet);
      if (key !== undefined) records.set(key, pet);
      return E.right({ ...pet });
    },
    find: (id) => async () =>
      E.right(O.map((pet: Pet) => ({ ...pet }))(O.fromNullable(pets.find((pet) => pet.id === id)))),
    list:
      ({ limit, status, after }) =>
      async () =>
        E.right(
          pets
            .filter(hasStatus(status))
            .filter(({ id }) => after === undefined || id > after)
            .slice(0, limit)
            .map((pet) => ({ ...pet })),
        ),
  };
};
