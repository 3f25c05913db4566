import type { Db, Document } from 'mongodb';

/** The name of the index of embedded records. The index is unique only in the embedded format. */
export const recordIndexName = 'idempotency';

/**
 * The format of records of idempotent creations: only in `creations`, or embedded in their animals as well, so that
 * instances of older versions find them. `animal-store migrate` ends the embedded format.
 */
export interface RecordForm {
  /** Whether animals have their records too, as of the last `look`. */
  readonly isEmbedded: () => boolean;
  /** Reads from the database whether animals have their records too. */
  readonly look: () => Promise<boolean>;
}

const forbidsRecords = (options: Document | undefined): boolean =>
  options?.['validator']?.$jsonSchema?.not?.required?.includes('idempotency') === true;

/**
 * Creates a `RecordForm` from the validator of the animals, which every instance sees and which changes at one instant.
 * Older versions create the unique index before they write. The migration sets the validator that forbids records in
 * animals as soon as every record is in `creations`, and drops the index later.
 */
export const createRecordForm = (database: Db, petsName: string): RecordForm => {
  let isEmbedded = false;
  const isEmbeddedNow = async (): Promise<boolean> => {
    const [found] = await database.listCollections({ name: petsName }, { nameOnly: false }).toArray();
    if (found === undefined || forbidsRecords(found.options)) return false;
    const indexes = await database.collection(petsName).indexes();
    return indexes.some(({ name, unique }) => name === recordIndexName && unique === true);
  };
  return {
    isEmbedded: () => isEmbedded,
    look: async () => {
      isEmbedded = await isEmbeddedNow();
      return isEmbedded;
    },
  };
};
