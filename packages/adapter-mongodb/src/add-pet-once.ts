// MongoDB has no transaction on a single server: a creation with a key is three writes, each of which can be the last before a crash.
import {
  type Added,
  type Idempotency,
  type IdempotencyKeyReused,
  idempotencyKeyReused,
  NewPet,
  newPetEq,
  type RepositoryUnavailable,
  repositoryUnavailable,
  withId,
} from '@animal-store/domain';
import type { AssertInTime } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { type Document, ObjectId } from 'mongodb';
import { isDuplicateKey, isOverQuota } from './codes.ts';
import type { Collections } from './collections.ts';
import { type Creation, creationId, toCreation, toCreationDocument } from './documents/creation-document.ts';
import { type PetDocument, toPetDocument } from './documents/pet-document.ts';
import type { IdSequence } from './ids/id-sequence.ts';
import { insertTogether } from './insert-together.ts';

type Pending = Required<Creation>;

// Not the driver's own error, which quotes the Idempotency-Key, because a cause is logged.
const notOnAMajority = new Error('What was written under the Idempotency-Key before is not on a majority yet');

/**
 * Makes the function that adds an animal with an idempotency key. Any instance may retry it after any failure.
 *
 * It is three writes, each to a majority: reserve the key and an id in `creations`, insert the animal under that id, mark the
 * record as complete. An instance that finds an incomplete record completes it, and only then compares the animals. A
 * response is given only for a complete record, so an animal that was acknowledged is never inserted a second time, even if it
 * was removed since.
 *
 * Every step depends on the results of earlier steps. If several instances complete a record at once, each of them does a
 * step, or sees that another one did it.
 */
export const createAddPetOnce = (
  { pets, creations }: Collections,
  ids: IdSequence,
  insertPet: (document: PetDocument) => Promise<void>,
): ((
  newPet: NewPet,
  idempotency: Idempotency,
  assertInTime: AssertInTime,
) => Promise<E.Either<IdempotencyKeyReused | RepositoryUnavailable, Added>>) => {
  const insertCreation = insertTogether(creations);

  const read = async (idempotency: Idempotency): Promise<Creation | undefined> => {
    const [document] = await creations.find({ _id: creationId(idempotency) });
    return document && toCreation(document);
  };

  /** Changes the record, unless another instance has changed it since it was read. Returns the current record. */
  const update = async (
    idempotency: Idempotency,
    { pet, pending }: Pending,
    change: Document,
    changed: Creation,
  ): Promise<Creation | undefined> => {
    const filter = { _id: creationId(idempotency), petId: pet.id, pending };
    return (await creations.updateOne(filter, change)) ? changed : read(idempotency);
  };

  const complete = (idempotency: Idempotency, creation: Pending): Promise<Creation | undefined> =>
    update(idempotency, creation, { $unset: { pending: true } }, { pet: creation.pet });

  /** Handles a record whose id belongs to an animal, either of this creation or imported. */
  const settle = async (idempotency: Idempotency, creation: Pending): Promise<Creation | undefined> => {
    const [document] = await pets.find({ _id: creation.pet.id });
    if (document === undefined) return undefined;
    if (creation.pending.equals(document['creation'])) return complete(idempotency, creation);
    ids.skipTaken(creation.pet.id);
    const pet = withId(await ids.next(), creation.pet);
    return update(idempotency, creation, { $set: { petId: pet.id } }, { pet, pending: creation.pending });
  };

  const resume = async (idempotency: Idempotency, creation: Pending): Promise<Creation | undefined> => {
    try {
      await insertPet(toPetDocument(creation.pet, creation.pending));
    } catch (error) {
      if (isDuplicateKey(error, '_id')) return settle(idempotency, creation);
      throw error;
    }
    return complete(idempotency, creation);
  };

  return async (newPet, idempotency, assertInTime) => {
    // A copy: the caller may change the original before the comparison.
    const given = NewPet.encode(newPet);
    let replayed = false;
    let creation: Creation | undefined;
    try {
      const reserved = { pet: withId(await ids.next(), given), pending: new ObjectId() };
      assertInTime();
      await insertCreation(toCreationDocument(idempotency, reserved));
      creation = reserved;
    } catch (error) {
      // A full database refuses every write, and a retry still gets its first response.
      if (!isDuplicateKey(error, '_id') && !isOverQuota(error)) throw error;
      creation = await read(idempotency);
      if (creation === undefined && isOverQuota(error)) throw error;
      replayed = true;
    }
    while (creation?.pending !== undefined) {
      assertInTime();
      creation = await resume(idempotency, { pet: creation.pet, pending: creation.pending });
    }
    if (creation === undefined) return E.left(repositoryUnavailable(notOnAMajority));
    const { pet } = creation;
    return newPetEq.equals(pet, given) ? E.right({ pet, replayed }) : E.left(idempotencyKeyReused);
  };
};
