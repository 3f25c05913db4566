import {
  type Added,
  type NewPet,
  type PetRange,
  type PetRepository,
  type RepositoryFull,
  type RepositoryUnavailable,
  repositoryFull,
  withId,
} from '@animal-store/domain';
import type { AssertInTime } from '@animal-store/store';
import { readonlyArray as A, either as E, type taskEither as TE } from 'fp-ts';
import type { Filter } from 'mongodb';
import { createAddPetOnce } from './add-pet-once.ts';
import { isDuplicateKey, isOverQuota } from './codes.ts';
import type { Collections } from './collections.ts';
import { type PetDocument, toPet, toPetDocument } from './documents/pet-document.ts';
import { createReserveIds } from './ids/id-counter.ts';
import { createIdSequence } from './ids/id-sequence.ts';
import { insertTogether } from './insert-together.ts';
import type { RunOperation } from './run.ts';

const inRange = ({ status, after }: PetRange): Filter<PetDocument> => ({
  ...(status !== undefined && { status }),
  ...(after !== undefined && { _id: { $gt: after } }),
});

/** Makes a write of animals, which is `RepositoryFull` on a full database. */
const writing =
  (run: RunOperation) =>
  <F, A>(
    write: (assertInTime: AssertInTime) => Promise<E.Either<F, A>>,
  ): TE.TaskEither<F | RepositoryFull | RepositoryUnavailable, A> =>
    run<F | RepositoryFull, A>(async (assertInTime) => {
      try {
        return await write(assertInTime);
      } catch (error) {
        if (isOverQuota(error)) return E.left(repositoryFull);
        throw error;
      }
    });

/**
 * Creates a `PetRepository` on MongoDB. A list costs one scan of an index, as long as the list. Adding an animal costs one
 * write, or three with an idempotency key.
 */
export const createPets = (run: RunOperation, collections: Collections): PetRepository => {
  const { pets } = collections;
  const ids = createIdSequence(createReserveIds(collections));
  const insertPet = insertTogether(pets);
  const addOnce = createAddPetOnce(collections, ids, insertPet);
  const write = writing(run);

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
    list: (range) =>
      run(async () => {
        const options = { sort: { _id: 1 }, limit: range.limit } as const;
        return E.right((await pets.find(inRange(range), options)).map(toPet));
      }),

    add: (newPet, idempotency) =>
      write((assertInTime) =>
        idempotency === undefined ? add(newPet, assertInTime) : addOnce(newPet, idempotency, assertInTime),
      ),

    find: (id) => run(async () => E.right(A.head((await pets.find({ _id: id }, { limit: 1 })).map(toPet)))),
  };
};
