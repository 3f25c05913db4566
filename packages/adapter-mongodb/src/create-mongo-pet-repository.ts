import {
  type Idempotency,
  type IdempotencyKeyReused,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetId,
  type PetRange,
  type PetRepository,
  type RepositoryUnavailable,
  repositoryUnavailable,
  withId,
} from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import type { Filter } from 'mongodb';
import type { Ask } from './ask.ts';
import type { Collections } from './collections.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import { createIdBlocks } from './id-counter.ts';
import { createIdSequence } from './id-sequence.ts';
import { type PetDocument, toPet, toPetDocument } from './pet-document.ts';
import { shareInFlight } from './share-in-flight.ts';
import { serverTimeLimitMS } from './time-limits.ts';

// Not the driver's own error, which quotes the Idempotency-Key: a cause ends in the log.
const notOnAMajority = new Error('The animal that was added under the Idempotency-Key is not on a majority yet');

type AddedOnce = E.Either<IdempotencyKeyReused | RepositoryUnavailable, Pet>;

// Whoever repeats a request while it is under way needs no connection and no id of its own.
const wholeRequest = ({ name, categoryId, status }: NewPet, { scope, key }: Idempotency): string =>
  JSON.stringify([scope, key, name, `${categoryId}`, status]);

// `$gt` would pass over an _id that is no number, which the first page shows as the error it is: so must every page.
const inRange = ({ status, after }: PetRange): Filter<PetDocument> => ({
  ...(status === undefined ? {} : { status }),
  ...(after === undefined ? {} : { _id: { $not: { $lte: after } } }),
});

/**
 * Makes a `PetRepository` on MongoDB. A list costs one scan of an index, as long as the list; `onIdBlock` is told whenever
 * a block of ids is reserved.
 */
export const createMongoPetRepository = (ask: Ask, collections: Collections, onIdBlock: () => void): PetRepository => {
  const { pets, findPets, withSession } = collections;
  const ids = createIdSequence(createIdBlocks(collections, onIdBlock));

  const share = shareInFlight<AddedOnce>();

  const insert = async (newPet: NewPet, idempotency: Idempotency | undefined): Promise<Pet> => {
    for (;;) {
      const pet = withId(await ids.next(), newPet);
      try {
        await withSession((session) => pets.insertOne(toPetDocument(pet, idempotency), { session }));
        return pet;
      } catch (error) {
        if (!isDuplicateKey(error, '_id')) throw error;
        ids.skipTaken(pet.id);
      }
    }
  };

  // What is not on a majority yet may be rolled back, and an answer that was built on it would be wrong.
  const addedUnder = async ({ scope, key }: Idempotency): Promise<Pet | undefined> => {
    const document = await pets.findOne(
      { 'idempotency.scope': scope, 'idempotency.key': key },
      { maxTimeMS: serverTimeLimitMS, readConcern: { level: 'majority' } },
    );
    return document === null ? undefined : toPet(document);
  };

  const addOnce = async (newPet: NewPet, idempotency: Idempotency): Promise<AddedOnce> => {
    try {
      return E.right(await insert(newPet, idempotency));
    } catch (error) {
      if (!isDuplicateKey(error, 'idempotency.key')) throw error;
      const added = await addedUnder(idempotency);
      if (added === undefined) return E.left(repositoryUnavailable(notOnAMajority));
      return newPetEq.equals(added, newPet) ? E.right(added) : E.left(idempotencyKeyReused);
    }
  };

  return {
    list: (range) =>
      ask(async () => {
        const documents = await findPets({ filter: inRange(range), limit: range.limit });
        return documents.map(toPet);
      }),

    add: (newPet, idempotency) =>
      idempotency === undefined
        ? ask(() => insert(newPet, undefined))
        : share(
            wholeRequest(newPet, idempotency),
            F.pipe(
              ask(() => addOnce(newPet, idempotency)),
              TE.chainEitherKW(F.identity),
            ),
          ),

    find: (id: PetId) =>
      ask(async () => {
        const [document] = await findPets({ filter: { _id: id }, limit: 1 });
        return document === undefined ? O.none : O.some(toPet(document));
      }),
  };
};
