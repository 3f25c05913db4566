import {
  isKeptPetId,
  type Kept,
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
import { Long } from 'mongodb';
import type { AssertInTime, RunOperation } from './connection/run-operation.ts';
import { isDuplicateKey } from './connection/server-codes.ts';
import { serverTimeLimitMS } from './connection/time-limits.ts';
import type { Collections } from './documents/collections.ts';
import { toPet, toPetDocument } from './documents/pet-document.ts';
import { createRaiseCounterFor } from './ids/raise-counter-for.ts';

type Inserted = E.Either<PetIdTaken | RepositoryUnavailable, Kept>;

const notOnAMajority = new Error('The animal that has this id is not on a majority yet');

/**
 * Creates a `PetMaintenance` on MongoDB. It raises the counter before it inserts an animal, so a crash in between leaves
 * only a gap. A process that runs meanwhile may still assign ids from its reserved blocks.
 */
export const createMongoPetMaintenance = (run: RunOperation, collections: Collections): PetMaintenance => {
  const { pets, insertPet, counters } = collections;
  const raiseCounterFor = createRaiseCounterFor(collections);

  const compare = async (pet: Pet): Promise<Inserted> => {
    const options = { maxTimeMS: serverTimeLimitMS, readConcern: { level: 'majority' } } as const;
    const document = await pets.findOne({ _id: pet.id }, options);
    if (document === null) return E.left(repositoryUnavailable(notOnAMajority));
    return newPetEq.equals(toPet(document), pet) ? E.right('present') : E.left(petIdTaken);
  };

  const insert = async (pet: Pet, assertInTime: AssertInTime): Promise<Inserted> => {
    await raiseCounterFor(pet.id);
    assertInTime();
    try {
      await insertPet(toPetDocument(pet));
      return E.right('inserted');
    } catch (error) {
      if (!isDuplicateKey(error, '_id')) throw error;
      return compare(pet);
    }
  };

  return {
    insertWithId: (given) => {
      if (!isKeptPetId(given.id)) return TE.left(petIdOutOfRange);
      // A copy: the caller may change the original before it is compared.
      const pet = Pet.encode(given);
      return run((assertInTime) => insert(pet, assertInTime));
    },

    raiseLastId: (id) =>
      isKeptPetId(id) ? run(async () => E.right(await raiseCounterFor(id))) : TE.left(petIdOutOfRange),

    lastId: () =>
      run(async () => {
        const counter = await counters.findOne({ _id: 'pets' }, { maxTimeMS: serverTimeLimitMS });
        return E.right(counter === null ? 0n : Long.fromValue(counter.last).toBigInt());
      }),
  };
};
