import { isDeepStrictEqual } from 'node:util';
import { type Db, type Document, MongoServerError } from 'mongodb';
import type { Collections } from './collections.ts';
import { raiseIdCounter } from './id-counter.ts';
import { petDocumentSchema } from './pet-document.ts';

const validation: Document = {
  validator: { $jsonSchema: petDocumentSchema },
  validationLevel: 'strict',
  validationAction: 'error',
};

const namespaceExists = 48;

const isThereAlready = (error: unknown): boolean => error instanceof MongoServerError && error.code === namespaceExists;

const isValidated = async (database: Db, name: string): Promise<boolean> => {
  const [found] = await database.listCollections({ name }, { nameOnly: false }).toArray();
  return Object.entries(validation).every(([option, value]) => isDeepStrictEqual(found?.options?.[option], value));
};

/** Makes the collection of the animals, or gives the one that is there the rules of this version. */
const preparePets = async (database: Db, name: string): Promise<void> => {
  try {
    await database.createCollection(name, validation);
  } catch (error) {
    if (!isThereAlready(error)) throw error;
    // Changing a collection locks it for a moment, so it is not done without need.
    if (!(await isValidated(database, name))) await database.command({ collMod: name, ...validation });
  }
};

/**
 * Makes collections, indexes and the counter of ids, and brings older ones up to date. Doing it again, or in several
 * instances at once, changes nothing. An index of many animals takes longer than a question may: the server goes on with
 * it, and the next attempt joins in.
 */
export const prepareCollections = async (database: Db, collections: Collections): Promise<void> => {
  const { pets, apiKeys } = collections;
  await preparePets(database, pets.collectionName);
  await pets.createIndexes([
    { name: 'status', key: { status: 1, _id: 1 } },
    {
      name: 'idempotency',
      key: { 'idempotency.scope': 1, 'idempotency.key': 1 },
      unique: true,
      partialFilterExpression: { 'idempotency.scope': { $exists: true } },
    },
  ]);
  await apiKeys.createIndexes([{ name: 'digest', key: { digest: 1 }, unique: true }]);
  await raiseIdCounter(collections);
};
