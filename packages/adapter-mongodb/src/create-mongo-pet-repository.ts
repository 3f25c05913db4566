import type { Added as AddedPet, Idempotency, PetId, PetRange, PetRepository } from '@animal-store/domain';
import { NewPet, type RepositoryFull, repositoryFull, withId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { Filter } from 'mongodb';
import type { AssertInTime, RunOperation } from './connection/run-operation.ts';
import { isDuplicateKey, isOverQuota } from './connection/server-codes.ts';
import { createAddPetOnce } from './creations/add-pet-once.ts';
import { shareInFlight } from './creations/share-in-flight.ts';
import type { Collections } from './documents/collections.ts';
import { type PetDocument, toPet, toPetDocument } from './documents/pet-document.ts';
import { createIdBlocks } from './ids/id-counter.ts';
import { createIdSequence } from './ids/id-sequence.ts';

type Added = Awaited<ReturnType<ReturnType<PetRepository['add']>>>;

// A retry while the request is in flight needs no connection and no id of its own.
const requestKey = (newPet: NewPet, { scope, key }: Idempotency): string =>
  JSON.stringify([scope, key, NewPet.encode(newPet)], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );

// `$gt` would skip an _id that is not a number. The first page reports it as an error, so every page must.
const inRange = ({ status, after }: PetRange): Filter<PetDocument> => ({
  ...(status === undefined ? {} : { status }),
  ...(after === undefined ? {} : { _id: { $not: { $lte: after } } }),
});

const unlessOverQuota = <F, A>(adding: Promise<E.Either<F, A>>): Promise<E.Either<F | RepositoryFull, A>> =>
  adding.catch((error: unknown) => {
    if (isOverQuota(error)) return E.left(repositoryFull);
    throw error;
  });

/**
 * Creates a `PetRepository` on MongoDB. A list costs one scan of an index, as long as the list. Adding an animal costs one
 * write, or three with an idempotency key. `onIdBlock` is called when a block of ids is reserved.
 */
export const createMongoPetRepository = (
  run: RunOperation,
  collections: Collections,
  onIdBlock: () => void,
): PetRepository => {
  const { findPets, insertPet } = collections;
  const ids = createIdSequence(createIdBlocks(collections, onIdBlock));
  const addOnce = createAddPetOnce(collections, ids);
  const share = shareInFlight<Added>();

  const insert = async (newPet: NewPet, assertInTime: AssertInTime): Promise<E.Either<never, AddedPet>> => {
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
        const documents = await findPets({ filter: inRange(range), limit: range.limit });
        return E.right(documents.map(toPet));
      }),

    add: (newPet, idempotency) =>
      idempotency === undefined
        ? run((assertInTime) => unlessOverQuota(insert(newPet, assertInTime)))
        : share(
            requestKey(newPet, idempotency),
            run((assertInTime) => unlessOverQuota(addOnce(newPet, idempotency, assertInTime))),
          ),

    find: (id: PetId) =>
      run(async () => {
        const [document] = await findPets({ filter: { _id: id }, limit: 1, isUnique: true });
        return E.right(O.map(toPet)(O.fromNullable(document)));
      }),
  };
};
