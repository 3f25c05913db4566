import { CategoryId, NewPet, Pet, PetId, PetName, PetStatus, petStatuses } from '@animal-store/domain';
import { function as F } from 'fp-ts';
import * as t from 'io-ts';
import { type Document, Long, type ObjectId } from 'mongodb';
import { decodeDocument, ObjectIdCodec, stored } from './decode-document.ts';

/** The fields of an animal in a document. */
export const StoredNewPet = t.intersection([
  t.type({ name: PetName, categoryId: stored(CategoryId) }),
  t.partial({ status: PetStatus }),
]);

const StoredPet = t.intersection([
  t.type({ _id: stored(PetId) }),
  StoredNewPet,
  // The creation with an idempotency key that added the animal: the `pending` of its record, while the record has one.
  t.partial({ creation: ObjectIdCodec }),
]);

/** An animal as it is written. Integers are bigint, because the driver would write a number as an int32 or a double. */
export interface PetDocument extends Readonly<t.OutputOf<typeof StoredPet>> {}

/** The rules of the fields of an animal in a document. */
export const newPetRules: Readonly<Record<keyof NewPet, Document>> = {
  name: { bsonType: 'string' },
  categoryId: { bsonType: 'long' },
  status: { enum: [...petStatuses] },
};

/**
 * The validator of the collection. The last rule has no effect today. It stays, because a start that changes the validator of
 * a database needs more rights.
 */
export const petDocumentSchema: Document = {
  bsonType: 'object',
  required: ['_id', 'name', 'categoryId'],
  properties: { _id: { bsonType: 'long' }, ...newPetRules, creation: { bsonType: 'objectId' } },
  not: { required: ['idempotency'] },
};

/** The document of an animal. `NewPet.encode` leaves out an undefined status, which the driver would store as null. */
export const toPetDocument = (pet: Pet, creation?: ObjectId): PetDocument => ({
  _id: pet.id,
  ...NewPet.encode(pet),
  ...(creation !== undefined && { creation }),
});

/** An animal with the fields of a document. An absent status stays absent. */
export const petOf = (id: PetId, { name, categoryId, status }: t.TypeOf<typeof StoredNewPet>): Pet =>
  status === undefined ? { id, name, categoryId } : { id, name, categoryId, status };

const decodePet: (document: Document) => Pet = F.flow(decodeDocument('pets', StoredPet), (pet) => petOf(pet._id, pet));

const bigintOf = (value: unknown): unknown => (value instanceof Long ? value.toBigInt() : value);

/** Reads an animal. An integer may be stored as an int32 or a double too, as long as its value is exact. */
export const toPet = (document: Document): Pet => {
  const { _id, name, categoryId, status } = document;
  const pet = { id: bigintOf(_id), name, categoryId: bigintOf(categoryId), ...(status !== undefined && { status }) };
  // An animal as the service writes it. Decoding it would cost a list more than the rest of its work.
  return Pet.is(pet) ? pet : decodePet(document);
};
