// MongoDB has no transaction on a single server: a creation with a key is three writes, each of which can be the last before a crash.
import { type Added, type Idempotency, type NewPet, withId } from '@animal-store/domain';
import type { AssertInTime } from '@animal-store/store';
import { ObjectId } from 'mongodb';
import type { Collections } from './collections.ts';
import { type Creation, creationId, toCreation, toCreationDocument } from './documents/creation-document.ts';
import { toPetDocument } from './documents/pet-document.ts';
import { isDuplicateKey, isOverQuota, StoreUnusable } from './errors.ts';
import type { IdSequence } from './ids.ts';

/**
 * Adds an animal with an idempotency key, or returns the one of the first response. Any instance may retry it after any failure.
 *
 * It is three writes, each to a majority: reserve the key and an id in `creations`, insert the animal under that id, mark the
 * record as complete. An instance that finds an incomplete record completes it. It returns only for a complete record, so an
 * animal that was acknowledged is never inserted a second time, even if it was removed since.
 *
 * Every step depends on the results of earlier steps. If several instances complete a record at once, each of them does a
 * step, or sees that another one did it.
 */
export const addPetOnce = async (
  collections: Collections,
  ids: IdSequence,
  newPet: NewPet,
  idempotency: Idempotency,
  assertInTime: AssertInTime,
): Promise<Added> => {
  const { pets, creations } = collections;
  const _id = creationId(idempotency);

  const read = async (): Promise<Creation | undefined> => {
    const [document] = await creations.find({ _id });
    return document && toCreation(document);
  };

  /** Inserts the animal, unless it is stored. Returns false if its id belongs to another one, which was imported. */
  const insertPet = async ({ pet, pending }: Required<Creation>): Promise<boolean> => {
    try {
      await pets.insert(toPetDocument(pet, pending));
      return true;
    } catch (error) {
      if (!isDuplicateKey(error, '_id')) throw error;
    }
    const [stored] = await pets.find({ _id: pet.id });
    if (stored === undefined) throw new StoreUnusable('The animal of this creation is not on a majority yet');
    return pending.equals(stored['creation']);
  };

  /** Does the next step. Returns the record, which another instance may have changed. */
  const resume = async (creation: Required<Creation>): Promise<Creation | undefined> => {
    const { pet, pending } = creation;
    const unchanged = { _id, petId: pet.id, pending };
    if (await insertPet(creation))
      return (await creations.updateOne(unchanged, { $unset: { pending: true } })) ? { pet } : read();
    ids.skipTaken(collections, pet.id);
    const moved = { pet: withId(await ids.next(collections), pet), pending };
    return (await creations.updateOne(unchanged, { $set: { petId: moved.pet.id } })) ? moved : read();
  };

  let replayed = false;
  let creation: Creation | undefined;
  try {
    const reserved = { pet: withId(await ids.next(collections), newPet), pending: new ObjectId() };
    assertInTime();
    await creations.insert(toCreationDocument(_id, reserved));
    creation = reserved;
  } catch (error) {
    // A full database refuses every write, and a retry still gets its first response.
    if (!isDuplicateKey(error, '_id') && !isOverQuota(error)) throw error;
    creation = await read();
    if (creation === undefined && isOverQuota(error)) throw error;
    replayed = true;
  }
  while (creation?.pending !== undefined) {
    assertInTime();
    creation = await resume({ pet: creation.pet, pending: creation.pending });
  }
  // Not the driver's own error, which quotes the Idempotency-Key, because a cause is logged.
  if (creation === undefined) throw new StoreUnusable('The record of this creation is not on a majority yet');
  return { pet: creation.pet, replayed };
};
