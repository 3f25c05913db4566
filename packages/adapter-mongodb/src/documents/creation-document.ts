import type { Idempotency, Pet, PetDetails } from '@animal-store/domain';
import type { Document, ObjectId } from 'mongodb';
import { decodeDocument } from './decode-document.ts';
import { decodePet, detailsOf, petRules } from './pet-document.ts';

/** The record of a creation with an idempotency key: the id of the animal, and the animal of the first response. */
export interface CreationDocument {
  readonly _id: Idempotency;
  readonly petId: bigint;
  readonly pet: PetDetails;
  /** When the key was first used. */
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
    pet: { bsonType: 'object', required: ['name', 'categoryId'], properties: petRules },
    created: { bsonType: 'date' },
    pending: { bsonType: 'objectId' },
  },
};

/** The `_id` of a record. The order of its fields is part of its value. */
export const creationId = ({ scope, key }: Idempotency): Idempotency => ({ scope, key });

/** The record of a new creation. */
export const toCreationDocument = (_id: Idempotency, { pet, pending }: Required<Creation>): CreationDocument => ({
  _id,
  petId: pet.id,
  pet: detailsOf(pet),
  created: new Date(),
  pending,
});

const toFirstPet = decodeDocument('creations', ({ petId, pet }) => decodePet(petId, Object(pet)), 'petId');

/** Reads a record. The error names it by its animal, because logs must not contain idempotency keys. */
export const toCreation = (document: Document): Creation => ({
  pet: toFirstPet(document),
  ...(document['pending'] !== undefined && { pending: document['pending'] }),
});
