import {
  type Added,
  type IdempotencyKeyReused,
  type NewPet,
  type PetRange,
  type PetRepository,
  type RepositoryFull,
  type RepositoryUnavailable,
  repositoryFull,
  withId,
} from '@animal-store/domain';
import type { AssertInTime } from '@animal-store/store';
import { readonlyArray as A, either as E } from 'fp-ts';
import type { Filter } from 'mongodb';
import { createAddPetOnce } from './add-pet-once.ts';
import type { Collections } from './documents/collections.ts';
import { type PetDocument, toPet, toPetDocument } from './documents/pet-document.ts';
import { isDuplicateKey, isOverQuota } from './errors.ts';
import { createReserveIds } from './ids/id-counter.ts';
import { createIdSequence } from './ids/id-sequence.ts';
import { insertTogether } from './insert-together.ts';
import type { RunOperation } from './run-operation.ts';

type Failure = IdempotencyKeyReused | RepositoryFull | RepositoryUnavailable;

const inRange = ({ status, after }: PetRange): Filter<PetDocument> => ({
  ...(status !== undefined && { status }),
  ...(after !== undefined && { _id: { $gt: after } }),
});

/**
 * Creates a `PetRepository` on MongoDB. A list costs one scan of an index, as long as the list. Adding an animal costs one
 * write, or three with an idempotency key.
 */
export const createPets = (run: RunOperation, collections: Collections): PetRepository => {
  const { pets, findPets } = collections;
  const ids = createIdSequence(createReserveIds(collections));
  const insertPet = insertTogether(pets);
  const addOnce = createAddPetOnce(collections, ids, insertPet);

  const add = async (newPet: NewPet, assertInTime: AssertInTime): Promise<E.Either<never, Added>> => {
    for (;;) {
      const pet = withId(await ids.next(), newPet);
      assertInTime();
      try {
        await insertPet(toPetDocument(pet));
        return E.right({ pet, replayed: false });
      } catch (error) {
        if (!isDuplicateKey(error, '_id')) throw error;
        ids.skipTaken(pet.id);
      }
    }
  };

  return {
    list: (range) => run(async () => E.right((await findPets(inRange(range), range.limit)).map(toPet))),

    add: (newPet, idempotency) =>
      run<Failure, Added>(async (assertInTime) => {
        try {
          if (idempotency === undefined) return await add(newPet, assertInTime);
          return await addOnce(newPet, idempotency, assertInTime);
        } catch (error) {
          if (isOverQuota(error)) return E.left(repositoryFull);
          throw error;
        }
      }),

    find: (id) => run(async () => E.right(A.head((await findPets({ _id: id }, 1)).map(toPet)))),
  };
};
