import { type Idempotency, type NewPet, Pet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { type Document, ObjectId } from 'mongodb';
import type { StoredDocument } from '../connection/stored-document.ts';
import { decodeDocument } from './decode-document.ts';
import { newPetRules, petFieldsOf } from './pet-document.ts';

/** The record of a creation with an idempotency key: the id of the animal, and the animal of the first response. */
export interface CreationDocument {
  readonly _id: Idempotency;
  readonly petId: bigint;
  readonly pet: NewPet;
  /** When the key was first used. It must be a date: records may expire by it. */
  readonly created: Date;
  /** Present until the animal is known to be stored. The animal has the same value as its `creation`. */
  readonly pending?: ObjectId;
}

/** The content of a record that a creation depends on. */
export interface Creation {
  readonly pet: Pet;
  readonly pending?: ObjectId;
}

const text = { bsonType: 'string' };

/** The validator of the collection. */
export const creationDocumentSchema: Document = {
  bsonType: 'object',
  required: ['_id', 'petId', 'pet', 'created'],
  properties: {
    _id: { bsonType: 'object', required: ['scope', 'key'], properties: { scope: text, key: text } },
    petId: { bsonType: 'long' },
    pet: {
      bsonType: 'object',
      required: ['name', 'categoryId'],
      properties: newPetRules,
    },
    created: { bsonType: 'date' },
    pending: { bsonType: 'objectId' },
  },
};

/** The `_id` of a record. The order of its fields is part of its value. */
export const creationId = ({ scope, key }: Idempotency): Idempotency => ({ scope, key });

const fieldsOf = (value: unknown): StoredDocument => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Reads a record. The error names it by its animal, because logs must not contain idempotency keys. */
export const toCreation: (document: StoredDocument) => Creation = decodeDocument(
  'creations',
  ({ petId, pet, pending }) =>
    E.map((decoded: Pet) => (pending instanceof ObjectId ? { pet: decoded, pending } : { pet: decoded }))(
      Pet.decode(petFieldsOf(petId, fieldsOf(pet))),
    ),
  'petId',
);
