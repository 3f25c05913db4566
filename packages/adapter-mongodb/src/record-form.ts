import type { Db, Document } from 'mongodb';

/** The name of the index of embedded records. It is unique in the embedded form only. */
export const recordIndexName = 'idempotency';

/**
 * Where records of idempotent creations are: in `creations` alone, or embedded in their animals as well, so that instances
 * of older versions meet them. `animal-store migrate` ends the embedded form.
 */
export interface RecordForm {
  /** Whether animals hold their records too, as far as is known. */
  readonly isEmbedded: () => boolean;
  /** Looks at the database, and says whether animals hold their records too. */
  readonly look: () => Promise<boolean>;
}

const forbidsRecords = (options: Document | undefined): boolean =>
  options?.['validator']?.$jsonSchema?.not?.required?.includes('idempotency') === true;

/**
 * Makes a `RecordForm` that goes by the schema of the animals, which every instance sees and which changes at one
 * instant. Older versions make the unique index before they write; the migration sets the rule that forbids records in animals
 * as soon as every record is in `creations`, and drops the index later.
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
