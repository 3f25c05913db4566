import { NewPet, Pet, petStatuses } from '@animal-store/domain';
import type { Document, ObjectId } from 'mongodb';
import { decodeDocument, fromLong } from './decode-document.ts';

/** An animal as it is written. Integers are bigint, because the driver would write a number as an int32 or a double. */
export interface PetDocument extends NewPet {
  readonly _id: bigint;
  /** The creation with an idempotency key that added the animal: the `pending` of its record, while the record has one. */
  readonly creation?: ObjectId;
}

/** The rules of the fields of an animal in a document. */
export const newPetRules: Readonly<Record<keyof NewPet, Document>> = {
  name: { bsonType: 'string' },
  categoryId: { bsonType: 'long' },
  status: { enum: [...petStatuses] },
};

/**
 * The validator of the collection. The rule `not` is about a field that this program never writes. Without the rule, a start
 * would change the validators of existing databases, which needs more rights.
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

/** Decodes the fields of an animal in a document. An integer may be an int32 or a double too, as long as its value is exact. */
export const decodePet = (_id: unknown, { name, categoryId, status }: Document): ReturnType<typeof Pet.decode> =>
  Pet.decode({ id: fromLong(_id), name, categoryId: fromLong(categoryId), status });

/** Reads an animal. */
export const toPet: (document: Document) => Pet = decodeDocument('pets', (document) =>
  decodePet(document['_id'], document),
);
