import {
  isImportablePetId,
  newPetEq,
  Pet,
  type PetMaintenance,
  petIdOutOfRange,
  petIdTaken,
} from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { Collections } from './collections.ts';
import { toPet, toPetDocument } from './documents/pet-document.ts';
import { isDuplicateKey, StoreUnusable } from './errors.ts';
import { lastReservedId, raiseCounter } from './ids.ts';
import type { Run } from './run.ts';

/**
 * Creates a `PetMaintenance` on MongoDB. It raises the counter before it inserts an animal, so a crash in between leaves
 * only a gap. A process that runs meanwhile may still assign ids from its reserved blocks.
 */
export const createMaintenance = (run: Run): PetMaintenance => {
  let raisedTo = 0n;

  const raiseFor = async (collections: Collections, id: bigint): Promise<void> => {
    if (id <= raisedTo) return;
    await raiseCounter(collections, id);
    if (id > raisedTo) raisedTo = id;
  };

  return {
    insertWithId: (given) => {
      if (!isImportablePetId(given.id)) return TE.left(petIdOutOfRange);
      // A copy: the caller may change the original before it is compared.
      const pet = Pet.encode(given);
      return F.pipe(
        run(async (collections, assertInTime) => {
          const { pets } = collections;
          await raiseFor(collections, pet.id);
          assertInTime();
          try {
            await pets.insert(toPetDocument(pet));
            return undefined;
          } catch (error) {
            if (!isDuplicateKey(error, '_id')) throw error;
          }
          const [document] = await pets.find({ _id: pet.id });
          if (document === undefined) throw new StoreUnusable('The animal that has this id is not on a majority yet');
          return toPet(document);
        }),
        TE.flatMapEither((present) => {
          if (present === undefined) return E.right('inserted' as const);
          return newPetEq.equals(present, pet) ? E.right('present' as const) : E.left(petIdTaken);
        }),
      );
    },

    raiseLastId: (id) =>
      isImportablePetId(id) ? run((collections) => raiseFor(collections, id)) : TE.left(petIdOutOfRange),

    lastId: () => run(lastReservedId),
  };
};
