import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';

/** An index as this program makes it. */
export interface WantedIndex {
  readonly name: string;
  readonly key: Readonly<Record<string, 1>>;
  readonly unique?: true;
}

/** Options of a collection with which the server removes, refuses or mixes up documents. */
const harmfulOptions: readonly string[] = ['capped', 'collation', 'encryptedFields', 'expireAfterSeconds', 'validator'];

/** Options of an index with which the server removes or refuses documents. */
const harmfulParts: readonly string[] = ['expireAfterSeconds', 'prepareUnique', 'unique'];

/** Geospatial indexes refuse a document whose field is not a place. */
const harmfulKinds: readonly unknown[] = ['2d', '2dsphere', 'geoHaystack'];

/** Parts with which an index does not serve every list: it lacks documents, orders them otherwise, or is not used. */
const unusableParts: readonly string[] = ['collation', 'partialFilterExpression', 'sparse', 'hidden'];

/** The validation of a collection by a schema, as its options. */
export const validationBy = ($jsonSchema: Document): Document => ({
  validator: { $jsonSchema },
  validationLevel: 'strict',
  validationAction: 'error',
});

/** Whether a collection, as `listCollections` returns it, is validated by a schema. */
export const isValidatedBy = (schema: Document, { options }: Document): boolean =>
  Object.entries(validationBy(schema)).every(([option, value]) => isDeepStrictEqual(options[option], value));

/** Throws if a collection, as `listCollections` returns it, may remove, refuse or mix up documents. */
export const assertPlainCollection = ({ name, type, options }: Document, hasValidator: boolean): void => {
  if (type !== 'collection') throw new Error(`${name} is a ${type}, and not a collection: rename or drop it`);
  const found = harmfulOptions.find((option) => option in options && !(option === 'validator' && hasValidator));
  if (found !== undefined)
    throw new Error(
      `the collection ${name} has the option ${found}, with which documents may be removed, refused or mixed up: ` +
        'copy its documents into a collection without it',
    );
};

/** The first of these options that an index has. */
const partOf = (index: Document, parts: readonly string[]): string | undefined =>
  parts.find((part) => part in index && index[part] !== false);

/** Whether an index, as `listIndexes` returns it, serves as the wanted one, under any name. */
export const servesAs =
  ({ key, unique }: WantedIndex) =>
  (index: Document): boolean =>
    // The order of its fields counts.
    JSON.stringify(index['key']) === JSON.stringify(key) &&
    index['unique'] === unique &&
    partOf(index, [...unusableParts, 'expireAfterSeconds']) === undefined;

/** Throws if an index of a collection may remove or refuse documents, or has the name of the wanted one and differs from it. */
export const assertPlainIndex = (collection: string, index: Document, wanted: WantedIndex | undefined): void => {
  // The `_id` of a clustered collection is unique.
  if (index['clustered'] === true || (wanted !== undefined && servesAs(wanted)(index))) return;
  const place = `the index ${index['name']} of ${collection}`;
  const kind = Object.values(index['key']).find((each) => harmfulKinds.includes(each));
  if (kind !== undefined) throw new Error(`${place} is a ${kind} index, which may refuse documents: drop it`);
  const part = partOf(index, harmfulParts);
  if (part !== undefined)
    throw new Error(`${place} has the option ${part}, with which documents may be removed or refused: drop it`);
  if (index['name'] === wanted?.name)
    throw new Error(`${place} is not the one that this program makes: drop it, and a start makes it again`);
};
