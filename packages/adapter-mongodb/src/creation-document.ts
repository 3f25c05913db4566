import { type Idempotency, type NewPet, Pet, petStatuses } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { type Document, ObjectId } from 'mongodb';
import { decodeDocument, type StoredDocument } from './decode-document.ts';
import { exactInteger } from './exact-integer.ts';

/** The record of a creation under an idempotency key: the id of the animal, and what was first returned. */
export interface CreationDocument {
  readonly _id: Idempotency;
  readonly petId: bigint;
  readonly pet: NewPet;
  /** When the key was first used. It must be a date: records may expire by it. */
  readonly created: Date;
  /** Is there until the animal is known to be stored. The animal carries the same value as its `creation`. */
  readonly pending?: ObjectId;
}

/** What a record says, as far as a creation depends on it. */
export interface Creation {
  readonly pet: Pet;
  readonly pending?: ObjectId;
}

const text = { bsonType: 'string' };
const long = { bsonType: 'long' };

/** The same as a rule of the collection. */
export const creationDocumentSchema: Document = {
  bsonType: 'object',
  required: ['_id', 'petId', 'pet', 'created'],
  properties: {
    _id: { bsonType: 'object', required: ['scope', 'key'], properties: { scope: text, key: text } },
    petId: long,
    pet: {
      bsonType: 'object',
      required: ['name', 'categoryId'],
      properties: { name: text, categoryId: long, status: { enum: [...petStatuses] } },
    },
    created: { bsonType: 'date' },
    pending: { bsonType: 'objectId' },
  },
};

/** The `_id` of a record. The order of its fields is part of its value. */
export const creationId = ({ scope, key }: Idempotency): Idempotency => ({ scope, key });

const fieldsOf = (value: unknown): StoredDocument => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Reads a record. The error names it by its animal, because logs do not hold idempotency keys. */
export const toCreation: (document: StoredDocument) => Creation = decodeDocument(
  'creations',
  ({ petId, pet, pending }) => {
    const { name, categoryId, status } = fieldsOf(pet);
    return E.map((decoded: Pet) => (pending instanceof ObjectId ? { pet: decoded, pending } : { pet: decoded }))(
      Pet.decode({ id: exactInteger(petId), name, categoryId: exactInteger(categoryId), status }),
    );
  },
  'petId',
);
