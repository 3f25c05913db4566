import { type Idempotency, NewPet, type Pet, PetId } from '@animal-store/domain';
import { function as F } from 'fp-ts';
import * as t from 'io-ts';
import type { Document, ObjectId } from 'mongodb';
import { decodeDocument, ObjectIdCodec, stored } from './decode-document.ts';
import { newPetRules, petOf, StoredNewPet } from './pet-document.ts';

const StoredCreation = t.intersection([
  t.type({ petId: stored(PetId), pet: StoredNewPet }),
  // Present until the animal is known to be stored. The animal has the same value as its `creation`.
  t.partial({ pending: ObjectIdCodec }),
]);

/** The record of a creation with an idempotency key: the id of the animal, and the animal of the first response. */
export interface CreationDocument extends Readonly<t.OutputOf<typeof StoredCreation>> {
  readonly _id: Idempotency;
  /** When the key was first used. */
  readonly created: Date;
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
    pet: { bsonType: 'object', required: ['name', 'categoryId'], properties: newPetRules },
    created: { bsonType: 'date' },
    pending: { bsonType: 'objectId' },
  },
};

/** The `_id` of a record. The order of its fields is part of its value. */
export const creationId = ({ scope, key }: Idempotency): Idempotency => ({ scope, key });

/** The record of a new creation. */
export const toCreationDocument = (
  idempotency: Idempotency,
  { pet, pending }: Required<Creation>,
): CreationDocument => ({
  _id: creationId(idempotency),
  petId: pet.id,
  pet: NewPet.encode(pet),
  created: new Date(),
  pending,
});

/** Reads a record. The error names it by its animal, because logs must not contain idempotency keys. */
export const toCreation: (document: Document) => Creation = F.flow(
  decodeDocument('creations', StoredCreation.decode, 'petId'),
  ({ petId, pet, pending }) => ({ pet: petOf(petId, pet), ...(pending !== undefined && { pending }) }),
);
