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
const harmfulParts: readonly string[] = ['unique', 'prepareUnique', 'expireAfterSeconds'];

/** Geospatial indexes refuse a document whose field is not a place. */
const harmfulKinds: readonly unknown[] = ['2d', '2dsphere', 'geoHaystack'];

/** Parts without which an index does not contain every document, or not in the order of its values. */
const selectiveParts = ['collation', 'partialFilterExpression', 'sparse'];

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

/**
 * Returns the name of the index of a collection that is the wanted one, under any name; undefined if it is missing. Throws if
 * an index may remove or refuse documents, or if one has its name and differs.
 */
export const findIndex = (
  collection: string,
  indexes: readonly Document[],
  wanted: WantedIndex | undefined,
): string | undefined => {
  let found: string | undefined;
  for (const index of indexes) {
    const { name, key, unique = false, hidden = false } = index;
    const given = Object.keys(index).filter((part) => index[part] !== false);
    const isWanted =
      wanted !== undefined &&
      // The order of its fields counts.
      JSON.stringify(key) === JSON.stringify(wanted.key) &&
      unique === (wanted.unique ?? false) &&
      !given.some((part) => selectiveParts.includes(part));
    const place = `the index ${name} of ${collection}`;
    const kind = Object.values(key).find((each) => harmfulKinds.includes(each));
    if (kind !== undefined) throw new Error(`${place} is a ${kind} index, which may refuse documents: drop it`);
    // The `_id` of every collection is unique, also of a clustered one.
    const mayBeUnique = isWanted || index['clustered'] === true;
    const harmful = harmfulParts.find((part) => given.includes(part) && !(mayBeUnique && part === 'unique'));
    if (harmful !== undefined)
      throw new Error(`${place} has the option ${harmful}, with which documents may be removed or refused: drop it`);
    if (isWanted && hidden) throw new Error(`${place} is hidden, so lists would read all documents: unhide it`);
    if (isWanted) found = name;
    else if (name === wanted?.name)
      throw new Error(`${place} is not the one that this program makes: drop it, and a start makes it again`);
  }
  return found;
};
