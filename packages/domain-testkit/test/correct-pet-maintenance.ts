import {
  isKeptPetId,
  newPetEq,
  type Pet,
  type PetMaintenance,
  type PetRepository,
  petIdOutOfRange,
  petIdTaken,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import type { PetMaintenanceFixture } from '../src/index.ts';
import { petId } from '../src/samples.ts';

interface Stored {
  readonly lastId: bigint;
  readonly pets: readonly Pet[];
}

/** The decisions of a store that keeps ids, each of which a fault replaces. */
export interface MaintenanceDecisions {
  readonly isInRange: typeof isKeptPetId;
  readonly find: (pets: readonly Pet[], pet: Pet) => Pet | undefined;
  readonly isSame: (one: Pet, other: Pet) => boolean;
  /** Runs between the search and the insert. */
  readonly meanwhile?: () => Promise<void>;
  readonly keep: (pet: Pet) => Pet;
  readonly raise: (lastId: bigint, id: bigint) => bigint;
  readonly lastId: (stored: Stored) => bigint;
}

const correct: MaintenanceDecisions = {
  isInRange: isKeptPetId,
  find: (pets, { id }) => pets.find((pet) => pet.id === id),
  isSame: newPetEq.equals,
  keep: (pet) => pet,
  raise: (lastId, id) => {
    if (id > lastId) return id;
    return lastId;
  },
  lastId: (stored) => stored.lastId,
};

/** The plainest store that keeps every law of `PetMaintenance`, with some decisions replaced. */
export const createPetMaintenance = (changed: Partial<MaintenanceDecisions> = {}): PetMaintenanceFixture => {
  const { isInRange, find, isSame, meanwhile, keep, raise, lastId } = { ...correct, ...changed };
  let stored: Stored = { lastId: 0n, pets: [] };
  const insert = (pet: Pet, last: bigint): void => {
    const pets = [...stored.pets.filter(({ id }) => id !== pet.id), pet].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    stored = { lastId: last, pets };
  };

  const maintenance: PetMaintenance = {
    insertWithId: (pet) => async () => {
      if (!isInRange(pet.id)) return E.left(petIdOutOfRange);
      const found = find(stored.pets, pet);
      if (found !== undefined) return isSame(found, pet) ? E.right('present') : E.left(petIdTaken);
      if (meanwhile !== undefined) await meanwhile();
      insert(keep(pet), raise(stored.lastId, pet.id));
      return E.right('inserted');
    },
    lastId: () => async () => E.right(lastId(stored)),
  };

  const pets: PetRepository = {
    add: (newPet) => async () => {
      const pet = withId(petId(stored.lastId + 1n), newPet);
      insert(pet, pet.id);
      return E.right(pet);
    },
    find: (id) => async () => E.right(O.fromNullable(stored.pets.find((pet) => pet.id === id))),
    list: () => TE.fromIO(() => stored.pets),
  };

  return { maintenance, openPets: async () => pets };
};
