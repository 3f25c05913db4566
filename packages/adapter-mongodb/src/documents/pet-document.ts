import { type NewPet, Pet, type PetStatus, petStatuses } from '@animal-store/domain';
import type { Document, IndexDescription, ObjectId } from 'mongodb';
import { exactInteger } from '../connection/exact-integer.ts';
import type { StoredDocument } from '../connection/stored-document.ts';
import { decodeDocument } from './decode-document.ts';

/** An animal as it is written. Integers are bigint, because the driver would write a number as an int32 or a double. */
export interface PetDocument {
  readonly _id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
  /** The creation with an idempotency key that added the animal: the `pending` of its record, while the record has one. */
  readonly creation?: ObjectId;
}

/** The rules of the fields of an animal in a document. The type makes the compiler require every field here. */
export const newPetRules: Readonly<Record<keyof NewPet, Document>> = {
  name: { bsonType: 'string' },
  categoryId: { bsonType: 'long' },
  status: { enum: [...petStatuses] },
};

/**
 * The validator of the collection. Unreleased versions kept records in animals, which the last rule forbids. It stays, because
 * a start that changes a validator needs more rights.
 */
export const petDocumentSchema: Document = {
  bsonType: 'object',
  required: ['_id', 'name', 'categoryId'],
  properties: {
    _id: { bsonType: 'long' },
    ...newPetRules,
    creation: { bsonType: 'objectId' },
  },
  not: { required: ['idempotency'] },
};

/** The indexes of the collection. */
export const petIndexes: IndexDescription[] = [{ name: 'status', key: { status: 1, _id: 1 } }];

// Absent fields are left out, because the driver stores undefined as null.
export const toPetDocument = ({ id, ...newPet }: Pet, creation?: ObjectId): PetDocument => ({
  _id: id,
  ...newPet,
  ...(creation && { creation }),
});

/** The fields of an animal in a document. The type makes the compiler require every field here. */
export const petFieldsOf = (
  id: unknown,
  { name, categoryId, status }: StoredDocument,
): Readonly<Record<keyof Pet, unknown>> => ({
  id: exactInteger(id),
  name,
  categoryId: exactInteger(categoryId),
  status,
});

/** Reads an animal. An integer may be stored as an int32 or a double too, as long as its value is exact. */
export const toPet: (document: StoredDocument) => Pet = decodeDocument('pets', (document) =>
  Pet.decode(petFieldsOf(document['_id'], document)),
);
