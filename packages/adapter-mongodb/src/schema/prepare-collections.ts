import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import { hasCode, serverCodes } from '../connection/server-codes.ts';
import type { Collections } from '../documents/collections.ts';
import { creationDocumentSchema } from '../documents/creation-document.ts';
import { petDocumentSchema, petIndexes } from '../documents/pet-document.ts';
import { raiseIdCounter } from '../ids/id-counter.ts';
import { type FormatStep, formatSteps, readFormat, upgradeFormat } from './format.ts';
import { prepareExpiry, type RecordLifetime } from './prepare-expiry.ts';

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

const preparePets = async (database: Db, { pets }: Collections): Promise<void> => {
  await prepareCollection(database, pets.collectionName, petDocumentSchema);
  await pets.createIndexes(petIndexes);
};

/**
 * Makes collections, indexes and the counter of ids, and brings older ones up to date. It rejects a format that this program
 * does not know before it writes. Doing it again, or in several
 * instances at once, changes nothing. An index of many animals takes longer than an operation may: the server goes on with
 * it, and the next attempt waits for the same one.
 */
export const prepareCollections = async (
  database: Db,
  collections: Collections,
  lifetime?: RecordLifetime,
  steps: readonly FormatStep[] = formatSteps,
): Promise<void> => {
  const format = await readFormat(collections, steps);
  const prepareCreations = async (): Promise<void> => {
    await prepareCollection(database, collections.creations.collectionName, creationDocumentSchema);
    if (lifetime !== undefined) await prepareExpiry(database, collections, lifetime);
  };
  // At once, because with slow round trips one after another would exceed the time limit of an operation.
  await Promise.all([
    preparePets(database, collections),
    prepareCreations(),
    collections.apiKeys.createIndexes([{ name: 'digest', key: { digest: 1 }, unique: true }]),
  ]);
  await Promise.all([raiseIdCounter(collections), upgradeFormat(collections, format, steps)]);
};
