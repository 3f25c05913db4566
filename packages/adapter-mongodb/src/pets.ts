import {
  type Added,
  idempotencyKeyReused,
  NewPet,
  newPetEq,
  type PetRange,
  type PetRepository,
  repositoryFull,
  withId,
} from '@animal-store/domain';
import type { AssertInTime } from '@animal-store/store';
import { readonlyArray as A, function as F, taskEither as TE } from 'fp-ts';
import type { Filter } from 'mongodb';
import { addPetOnce } from './add-pet-once.ts';
import type { Collections } from './collections.ts';
import { type PetDocument, toPet, toPetDocument } from './documents/pet-document.ts';
import { isDuplicateKey, isOverQuota } from './errors.ts';
import { createIdSequence } from './ids.ts';
import type { Run } from './run.ts';

const inRange = ({ status, after }: PetRange): Filter<PetDocument> => ({
  ...(status !== undefined && { status }),
  ...(after !== undefined && { _id: { $gt: after } }),
});

/**
 * Creates a `PetRepository` on MongoDB. A list costs one scan of an index, as long as the list. Adding an animal costs one
 * write, or three with an idempotency key.
 */
export const createPets = (run: Run): PetRepository => {
  const ids = createIdSequence();

  const add = async (collections: Collections, newPet: NewPet, assertInTime: AssertInTime): Promise<Added> => {
    for (;;) {
      const pet = withId(await ids.next(collections), newPet);
      assertInTime();
      try {
        await collections.pets.insert(toPetDocument(pet));
        return { pet, replayed: false };
      } catch (error) {
        if (!isDuplicateKey(error, '_id')) throw error;
        ids.skipTaken(collections, pet.id);
      }
    }
  };

  return {
    list: (range) =>
      run(async ({ pets }) => {
        const { limit } = range;
        return (await pets.find(inRange(range), { sort: { _id: 1 }, limit, batchSize: limit })).map(toPet);
      }),

    add: (given, idempotency) => {
      // A copy: the caller may change the original before it is inserted, or compared.
      const newPet = NewPet.encode(given);
      return F.pipe(
        run((collections, assertInTime) =>
          idempotency === undefined
            ? add(collections, newPet, assertInTime)
            : addPetOnce(collections, ids, newPet, idempotency, assertInTime),
        ),
        TE.mapLeft((failure) => (isOverQuota(failure.cause) ? repositoryFull : failure)),
        TE.filterOrElseW(
          ({ pet }) => newPetEq.equals(pet, newPet),
          () => idempotencyKeyReused,
        ),
      );
    },

    find: (id) => run(async ({ pets }) => A.head((await pets.find({ _id: id })).map(toPet))),
  };
};
