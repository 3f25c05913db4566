import {
  type Imported,
  isImportablePetId,
  newPetEq,
  Pet,
  type PetIdTaken,
  type PetMaintenance,
  petIdOutOfRange,
  petIdTaken,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { isDuplicateKey } from './codes.ts';
import type { Collections } from './collections.ts';
import { toPet, toPetDocument } from './documents/pet-document.ts';
import { lastReservedId, raiseCounter } from './ids/id-counter.ts';
import { insertTogether } from './insert-together.ts';
import type { RunOperation } from './run.ts';

const notOnAMajority = new Error('The animal that has this id is not on a majority yet');

/**
 * Creates a `PetMaintenance` on MongoDB. It raises the counter before it inserts an animal, so a crash in between leaves
 * only a gap. A process that runs meanwhile may still assign ids from its reserved blocks.
 */
export const createMaintenance = (run: RunOperation, collections: Collections): PetMaintenance => {
  const { pets } = collections;
  const insertPet = insertTogether(pets);
  let raisedTo = 0n;

  const raiseFor = async (id: bigint): Promise<void> => {
    if (id <= raisedTo) return;
    await raiseCounter(collections, id);
    if (id > raisedTo) raisedTo = id;
  };

  return {
    insertWithId: (given) => {
      if (!isImportablePetId(given.id)) return TE.left(petIdOutOfRange);
      // A copy: the caller may change the original before it is compared.
      const pet = Pet.encode(given);
      return run<PetIdTaken | RepositoryUnavailable, Imported>(async (assertInTime) => {
        await raiseFor(pet.id);
        assertInTime();
        try {
          await insertPet(toPetDocument(pet));
          return E.right('inserted');
        } catch (error) {
          if (!isDuplicateKey(error, '_id')) throw error;
        }
        const [document] = await pets.find({ _id: pet.id });
        if (document === undefined) return E.left(repositoryUnavailable(notOnAMajority));
        return newPetEq.equals(toPet(document), pet) ? E.right('present') : E.left(petIdTaken);
      });
    },

    raiseLastId: (id) =>
      isImportablePetId(id) ? run(async () => E.right(await raiseFor(id))) : TE.left(petIdOutOfRange),

    lastId: () => run(async () => E.right(await lastReservedId(collections))),
  };
};
