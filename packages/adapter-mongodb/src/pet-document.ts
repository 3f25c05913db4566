import { type Idempotency, Pet, type PetStatus, petStatuses } from '@animal-store/domain';
import type { Document } from 'mongodb';
import { decodeDocument, type StoredDocument } from './decode-document.ts';
import { exactInteger } from './exact-integer.ts';

/**
 * An animal as it is written, with the idempotency key it was added under. Integers are bigint: of a number the driver
 * would make an int32 or a double.
 */
export interface PetDocument {
  readonly _id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
  readonly idempotency?: Idempotency;
}

/** The same as a rule of the collection, so that MongoDB refuses anything else, whoever writes it. */
export const petDocumentSchema: Document = {
  bsonType: 'object',
  required: ['_id', 'name', 'categoryId'],
  properties: {
    _id: { bsonType: 'long' },
    name: { bsonType: 'string' },
    categoryId: { bsonType: 'long' },
    status: { enum: [...petStatuses] },
    idempotency: {
      bsonType: 'object',
      required: ['scope', 'key'],
      properties: { scope: { bsonType: 'string' }, key: { bsonType: 'string' } },
    },
  },
};

// What is absent is left out: the driver stores an undefined as null.
export const toPetDocument = ({ id, ...newPet }: Pet, idempotency: Idempotency | undefined): PetDocument =>
  idempotency === undefined
    ? { _id: id, ...newPet }
    : { _id: id, ...newPet, idempotency: { scope: idempotency.scope, key: idempotency.key } };

/** Reads an animal. An integer may be stored as an int32 or a double too, as long as its value is exact. */
export const toPet: (document: StoredDocument) => Pet = decodeDocument('pets', ({ _id, name, categoryId, status }) =>
  Pet.decode({ id: exactInteger(_id), name, categoryId: exactInteger(categoryId), status }),
);
