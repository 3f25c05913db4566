import {
  isKeptPetId,
  newPetEq,
  type Pet,
  type PetMaintenance,
  petIdOutOfRange,
  petIdTaken,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { PetMaintenanceFixture } from '../src/index.ts';
import { durablePets } from './correct-pets.ts';
import { createSession, type Data } from './medium.ts';

/** The decisions of a store that keeps ids, each of which a fault replaces. */
export interface MaintenanceDecisions {
  readonly isInRange: typeof isKeptPetId;
  readonly find: (pets: readonly Pet[], pet: Pet) => Pet | undefined;
  readonly isSame: (one: Pet, other: Pet) => boolean;
  /** Runs between the search and the insert. */
  readonly meanwhile?: () => Promise<void>;
  readonly keep: (pet: Pet) => Pet;
  readonly raise: (lastId: bigint, id: bigint) => bigint;
  readonly lastId: (data: Data) => bigint;
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
  lastId: (data) => data.lastId,
};

/** The plainest store that keeps every law of `PetMaintenance`, with some decisions replaced. */
export const createPetMaintenance = (changed: Partial<MaintenanceDecisions> = {}): PetMaintenanceFixture => {
  const { isInRange, find, isSame, meanwhile, keep, raise, lastId } = { ...correct, ...changed };
  const session = createSession();

  const maintenance: PetMaintenance = {
    insertWithId: (pet) => async () => {
      if (!isInRange(pet.id)) return E.left(petIdOutOfRange);
      const found = find(session.read().pets, pet);
      if (found !== undefined) return isSame(found, pet) ? E.right('present') : E.left(petIdTaken);
      if (meanwhile !== undefined) await meanwhile();
      session.commit((data) => {
        const pets = [...data.pets.filter(({ id }) => id !== pet.id), keep(pet)];
        const inOrder = pets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        return [{ ...data, lastId: raise(data.lastId, pet.id), pets: inOrder }, undefined];
      });
      return E.right('inserted');
    },
    lastId: () => async () => E.right(lastId(session.read())),
  };

  return { maintenance, openPets: async () => durablePets(session) };
};
