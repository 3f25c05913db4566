import { hasStatus, idempotencyKeyReused, newPetEq, type Pet, withId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { PetRepositoryFixture } from '../src/index.ts';
import { petId } from '../src/samples.ts';

/** The plainest repository that keeps every law. The faults are made from it. */
export const createCorrectPetRepository = (): PetRepositoryFixture => {
  let lastId = 0n;
  const stored: Pet[] = [];
  const records = new Map<string, Pet>();
  const indexOf = (id: Pet['id']): number => stored.findIndex((pet) => pet.id === id);
  const pets: PetRepositoryFixture['pets'] = {
    add: (newPet, idempotency) => async () => {
      const key = idempotency && `${idempotency.scope} ${idempotency.key}`;
      const record = key === undefined ? undefined : records.get(key);
      if (record !== undefined)
        return newPetEq.equals(record, newPet) ? E.right({ ...record }) : E.left(idempotencyKeyReused);
      lastId += 1n;
      const pet = withId(petId(lastId), newPet);
      stored.push(pet);
      if (key !== undefined) records.set(key, pet);
      return E.right({ ...pet });
    },
    find: (id) => async () => E.right(O.map((pet: Pet) => ({ ...pet }))(O.fromNullable(stored[indexOf(id)]))),
    list:
      ({ limit, status, after }) =>
      async () =>
        E.right(
          stored
            .filter(hasStatus(status))
            .filter(({ id }) => after === undefined || id > after)
            .slice(0, limit)
            .map((pet) => ({ ...pet })),
        ),
  };
  return {
    pets,
    replace: async (pet) => void stored.splice(indexOf(pet.id), 1, pet),
    remove: async (id) => void stored.splice(indexOf(id), 1),
  };
};
