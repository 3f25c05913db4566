import { isKeptPetId, newPetEq, type Pet, petIdOutOfRange, petIdTaken } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { PetMaintenanceFixture } from '../src/index.ts';
import { byId } from '../src/laws/pet-creations.ts';
import { correctPets } from './correct-repositories.ts';
import { createSession, type Data } from './store.ts';

/** The decisions of a store that keeps ids, each of which a fault replaces. `meanwhile` runs between search and insert. */
const correct = {
  isInRange: isKeptPetId,
  find: (pets: readonly Pet[], { id }: Pet): Pet | undefined => pets.find((pet) => pet.id === id),
  isSame: newPetEq.equals,
  keep: (pet: Pet): Pet => pet,
  raise: (lastId: bigint, id: bigint): bigint => (id > lastId ? id : lastId),
  raiseTo: (lastId: bigint, id: bigint): bigint => (id > lastId ? id : lastId),
  lastId: (data: Readonly<Data>): bigint => data.lastId,
  meanwhile: undefined as (() => Promise<void>) | undefined,
};

/** The plainest store that keeps every law of `PetMaintenance`, with some decisions replaced. */
export const createPetMaintenance = (changed: Partial<typeof correct> = {}): PetMaintenanceFixture => {
  const { isInRange, find, isSame, meanwhile, keep, raise, raiseTo, lastId } = { ...correct, ...changed };
  const session = createSession();
  return {
    maintenance: {
      insertWithId: (pet) => async () => {
        if (!isInRange(pet.id)) return E.left(petIdOutOfRange);
        const found = find(session.read().pets, pet);
        if (found !== undefined) return isSame(found, pet) ? E.right('present') : E.left(petIdTaken);
        if (meanwhile !== undefined) await meanwhile();
        session.commit((draft) => {
          draft.lastId = raise(draft.lastId, pet.id);
          draft.pets = byId([...draft.pets.filter(({ id }) => id !== pet.id), keep(pet)]);
        });
        return E.right('inserted');
      },
      raiseLastId: (id) => async () => {
        if (!isInRange(id)) return E.left(petIdOutOfRange);
        session.commit((draft) => {
          draft.lastId = raiseTo(draft.lastId, id);
        });
        return E.right(undefined);
      },
      lastId: () => async () => E.right(lastId(session.read())),
    },
    openPets: async () => correctPets(session),
  };
};
