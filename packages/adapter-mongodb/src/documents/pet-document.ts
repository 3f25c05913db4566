import { Pet, type PetDetails, petStatuses } from '@animal-store/domain';
import { readonlyRecord as R } from 'fp-ts';
import { type Document, Long, type ObjectId } from 'mongodb';
import { decodeDocument } from './decode-document.ts';

/** An animal as it is written. Integers are bigint, because the driver would write a number as an int32 or a double. */
export interface PetDocument extends PetDetails {
  readonly _id: bigint;
  /** The creation with an idempotency key that added the animal: the `pending` of its record, while the record has one. */
  readonly creation?: ObjectId;
}

/** The rules of the fields of an animal in a document. */
export const petRules: Readonly<Record<keyof PetDetails, Document>> = {
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
  properties: { _id: { bsonType: 'long' }, ...petRules, creation: { bsonType: 'objectId' } },
  not: { required: ['idempotency'] },
};

/** The fields of an animal as they are written. An undefined status is left out, because the driver would store it as null. */
export const detailsOf = (pet: Pet): PetDetails => {
  const { id: _, ...details } = Pet.encode(pet);
  return details;
};

/** The document of an animal. */
export const toPetDocument = (pet: Pet, creation?: ObjectId): PetDocument => ({
  _id: pet.id,
  ...detailsOf(pet),
  ...(creation !== undefined && { creation }),
});

/** An int64 of a document as a bigint. Any other value stays: another program may have written an int32 or a double. */
const fromLong = (value: unknown): unknown => (value instanceof Long ? value.toBigInt() : value);

/** Decodes the fields of an animal in a document. An integer may be an int32 or a double too, as long as its value is exact. */
export const decodePet = (_id: unknown, fields: Document): ReturnType<typeof Pet.decode> =>
  Pet.decode({ ...R.map(fromLong)(fields), id: fromLong(_id) });

/** Reads an animal. */
export const toPet: (document: Document) => Pet = decodeDocument('pets', (document) =>
  decodePet(document['_id'], document),
);
