import { reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { BSON, type Document } from 'mongodb';

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
