import { reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { BSON, type Document, Long, ObjectId } from 'mongodb';

/** The value of a `Long`, or any other value as it is. */
export const fromLong = (value: unknown): unknown => (value instanceof Long ? value.toBigInt() : value);

/** A codec of an int64 for a document, where it is a `Long`. A number is an int32 or a double that another program wrote. */
export const stored = <A extends bigint>(codec: t.Type<A, unknown, unknown>): t.Type<A, bigint, unknown> =>
  new t.Type(
    codec.name,
    codec.is,
    (input, context) => codec.validate(fromLong(input), context),
    (value) => value,
  );

/** Decodes the type of MongoDB. */
export const ObjectIdCodec: t.Type<ObjectId, ObjectId, unknown> = new t.Type(
  'ObjectId',
  (input): input is ObjectId => input instanceof ObjectId,
  (input, context) => (input instanceof ObjectId ? t.success(input) : t.failure(input, context, 'must be an ObjectId')),
  (value) => value,
);

/**
 * Decodes a document, or throws an error that names its `_id`, or another field that identifies it, and the rule of every
 * invalid field. It contains no other value, because the error goes to the log.
 */
export const decodeDocument =
  <A>(collection: string, decode: (document: Document) => t.Validation<A>, nameField = '_id') =>
  (document: Document): A => {
    const decoded = decode(document);
    if (E.isRight(decoded)) return decoded.right;
    const name = BSON.EJSON.stringify(document[nameField]);
    throw new Error(
      `The document with the ${nameField} ${name} in ${collection} cannot be read: ${reasonsOf(decoded.left)}`,
    );
  };
