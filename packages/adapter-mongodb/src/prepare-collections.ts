import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import type { Collections } from './collections.ts';
import { creationDocumentSchema } from './creation-document.ts';
import { raiseIdCounter } from './id-counter.ts';
import { petDocumentSchema, petDocumentSchemaEmbedded } from './pet-document.ts';
import { prepareExpiry, type RecordLifetime } from './prepare-expiry.ts';
import { type RecordForm, recordIndexName } from './record-form.ts';
import { hasCode, serverCodes } from './server-codes.ts';

const validationBy = ($jsonSchema: Document): Document => ({
  validator: { $jsonSchema },
  validationLevel: 'strict',
  validationAction: 'error',
});

const isValidated = async (database: Db, name: string, validation: Document): Promise<boolean> => {
  const [found] = await database.listCollections({ name }, { nameOnly: false }).toArray();
  return Object.entries(validation).every(([option, value]) => isDeepStrictEqual(found?.options?.[option], value));
};

/** Creates a collection, or sets the validator of this version on an existing one. */
const prepareCollection = async (database: Db, name: string, schema: Document): Promise<void> => {
  const validation = validationBy(schema);
  try {
    await database.createCollection(name, validation);
  } catch (error) {
    if (!hasCode(error, serverCodes.namespaceExists)) throw error;
    // Changing a collection locks it for a moment, so it is not done without need.
    if (!(await isValidated(database, name, validation))) await database.command({ collMod: name, ...validation });
  }
};

/** Sets the validator that forbids records in animals. */
export const forbidRecordsInPets = (database: Db, { pets }: Collections): Promise<void> =>
  prepareCollection(database, pets.collectionName, petDocumentSchema);

/**
 * Creates an index with the name of the unique index of older versions, so that these no longer start: they would not find
 * the records in `creations`. The index is empty, or contains the records that are left to migrate.
 */
export const keepOldVersionsOut = async ({ pets }: Collections): Promise<void> => {
  await pets.createIndex(
    { 'idempotency.scope': 1, 'idempotency.key': 1 },
    { name: recordIndexName, partialFilterExpression: { 'idempotency.scope': { $exists: true } } },
  );
};

const preparePets = async (database: Db, collections: Collections, form: RecordForm): Promise<void> => {
  const isEmbedded = await form.look();
  const { pets } = collections;
  await prepareCollection(database, pets.collectionName, isEmbedded ? petDocumentSchemaEmbedded : petDocumentSchema);
  await pets.createIndex({ status: 1, _id: 1 }, { name: 'status' });
  if (isEmbedded) return;
  try {
    await keepOldVersionsOut(collections);
  } catch (error) {
    // A migration is in flight, which will replace the unique index.
    if (!hasCode(error, 86)) throw error;
  }
};

/**
 * Makes collections, indexes and the counter of ids, and brings older ones up to date. Doing it again, or in several
 * instances at once, changes nothing. An index of many animals takes longer than an operation may: the server goes on with
 * it, and the next attempt waits for the same one.
 */
export const prepareCollections = async (
  database: Db,
  collections: Collections,
  form: RecordForm,
  lifetime?: RecordLifetime,
): Promise<void> => {
  const prepareCreations = async (): Promise<void> => {
    await prepareCollection(database, collections.creations.collectionName, creationDocumentSchema);
    if (lifetime !== undefined) await prepareExpiry(database, collections, lifetime);
  };
  // At once, because with slow round trips one after another would exceed the time limit of an operation.
  await Promise.all([
    preparePets(database, collections, form),
    prepareCreations(),
    collections.apiKeys.createIndexes([{ name: 'digest', key: { digest: 1 }, unique: true }]),
  ]);
  await raiseIdCounter(collections);
};
