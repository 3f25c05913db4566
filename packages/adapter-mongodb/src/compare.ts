import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';

/** An index as this program makes it. */
export interface WantedIndex {
  readonly name: string;
  readonly key: Readonly<Record<string, 1>>;
  readonly unique?: true;
}

/** A collection as this program makes it. A start makes its validator and its index equal to these. */
export interface WantedCollection {
  readonly name: string;
  readonly schema?: Document;
  readonly index?: WantedIndex;
}

/** Options of a collection with which the server removes, refuses or mixes up documents. */
const harmfulOptions: readonly string[] = ['capped', 'collation', 'expireAfterSeconds', 'validator'];

/** Options of an index with which the server removes or refuses documents. */
const harmfulParts: readonly string[] = ['expireAfterSeconds', 'unique'];

/** The validation of a collection by a schema, as its options. */
export const validationBy = ($jsonSchema: Document): Document => ({
  validator: { $jsonSchema },
  validationLevel: 'strict',
  validationAction: 'error',
});

/** Whether a collection, as `listCollections` returns it, is validated by a schema. */
export const isValidatedBy = (schema: Document, { options }: Document): boolean =>
  Object.entries(validationBy(schema)).every(([option, value]) => isDeepStrictEqual(options[option], value));

/** Whether an index of `listIndexes` serves as the wanted one, under any name. Another option may leave documents out. */
export const servesAs =
  ({ name: _, ...wanted }: WantedIndex) =>
  ({ v, name, ...index }: Document): boolean =>
    // The order of the fields of a key counts.
    JSON.stringify(index) === JSON.stringify(wanted);

const assertPlainIndex = (collection: string, index: Document, wanted: WantedIndex | undefined): void => {
  // The `_id` of a clustered collection is unique.
  if (index['clustered'] === true || (wanted !== undefined && servesAs(wanted)(index))) return;
  const place = `the index ${index['name']} of ${collection}`;
  const part = harmfulParts.find((option) => option in index && index[option] !== false);
  if (part !== undefined)
    throw new Error(`${place} has the option ${part}, with which documents may be removed or refused: drop it`);
  if (index['name'] === wanted?.name)
    throw new Error(`${place} is not the one that this program makes: drop it, and a start makes it again`);
};

/**
 * Throws if a collection, as `listCollections` returns it, or an index of it may remove, refuse or mix up documents, or if an
 * index has the name of the wanted one and differs from it.
 */
export const assertHarmless = (
  { name, schema, index: wanted }: WantedCollection,
  { type, options }: Document,
  indexes: readonly Document[],
): void => {
  if (type !== 'collection') throw new Error(`${name} is a ${type}, and not a collection: rename or drop it`);
  const found = harmfulOptions.find((option) => option in options && !(option === 'validator' && schema !== undefined));
  if (found !== undefined)
    throw new Error(
      `the collection ${name} has the option ${found}, with which documents may be removed, refused or mixed up: ` +
        'copy its documents into a collection without it',
    );
  for (const index of indexes) assertPlainIndex(name, index, wanted);
};
