import { isDeepStrictEqual } from 'node:util';
import { type Db, type Document, Long, MongoServerError } from 'mongodb';
import { assertPlainCollection, findIndex, type WantedIndex } from './compare.ts';
import { limited, transaction } from './connection-string.ts';
import { openCollections } from './documents/collections.ts';
import { creationDocumentSchema } from './documents/creation-document.ts';
import { petDocumentSchema } from './documents/pet-document.ts';
import { hasCode } from './errors.ts';
import { assertRights, type Right } from './rights.ts';

/** The format of the documents that this program reads and writes. */
export const currentFormat = 1;

interface Wanted {
  readonly name: string;
  readonly schema?: Document;
  readonly index?: WantedIndex;
}

const collections: readonly Wanted[] = [
  { name: 'pets', schema: petDocumentSchema, index: { name: 'status', key: { status: 1, _id: 1 } } },
  { name: 'creations', schema: creationDocumentSchema },
  { name: 'apiKeys', index: { name: 'digest', key: { digest: 1 }, unique: true } },
  { name: 'counters' },
];

const validationBy = ($jsonSchema: Document): Document => ({
  validator: { $jsonSchema },
  validationLevel: 'strict',
  validationAction: 'error',
});

const isValidatedBy = (validation: Document, options: Document = {}): boolean =>
  Object.entries(validation).every(([option, value]) => isDeepStrictEqual(options[option], value));

/** A step of a start on one collection. */
interface Step extends Right {
  readonly run: () => Promise<unknown>;
}

/** The steps of a start, by collection. The steps of one collection run one after another. */
export interface Plan {
  readonly isEmpty: boolean;
  readonly steps: readonly (readonly Step[])[];
}

/** Rejects as in an outage while an index is being built, because lists would read all documents. */
const assertBuilt = async (database: Db, collection: string, hint: string): Promise<void> => {
  try {
    await database.collection(collection).findOne({}, { ...limited, hint, projection: { _id: 1 } });
  } catch (error) {
    if (!hasCode(error, 'badValue')) throw error;
    // The code of the server's own error, BackgroundOperationInProgressForNamespace.
    throw new MongoServerError({ message: `the index ${hint} of ${collection} is being built`, code: 12587 });
  }
};

/**
 * Rejects if the server would not create a collection, for example because the name of another database differs in case
 * alone. It creates the collection in a transaction, which it aborts, so nothing is written.
 */
const assertCreatable = async (database: Db, name: string): Promise<void> => {
  try {
    await database.client.withSession((session) =>
      session.withTransaction(async () => {
        await database.createCollection(name, { session });
        await session.abortTransaction();
      }, transaction),
    );
  } catch (error) {
    // Another instance has just created it, or this server cannot create a collection in a transaction.
    if (!hasCode(error, 'namespaceExists') && !hasCode(error, 'operationNotSupportedInTransaction')) throw error;
  }
};

/** Rejects if the server could not make a unique index. */
const assertDistinct = async (database: Db, collection: string, [field = '']: readonly string[]): Promise<void> => {
  const groups = { $group: { _id: `$${field}`, count: { $sum: 1 } } };
  const pipeline = [groups, { $match: { count: { $gt: 1 } } }, { $limit: 1 }];
  const repeated = await database.collection(collection).aggregate(pipeline, limited).toArray();
  if (repeated.length > 0) throw new Error(`documents of ${collection} have the same ${field}: keep one of them`);
};

const planCollection = async (
  database: Db,
  { name, schema, index }: Wanted,
  existing: Document | undefined,
): Promise<readonly Step[]> => {
  const collection = database.collection(name);
  const validation = schema && validationBy(schema);
  const steps: Step[] = [];
  const add = (action: string, run: Step['run']): void => void steps.push({ collection: name, action, run });
  if (existing !== undefined) assertPlainCollection(existing, schema !== undefined);
  const indexes = existing === undefined ? [] : await collection.indexes();
  const found = findIndex(name, indexes, index);
  if (found !== undefined) await assertBuilt(database, name, found);
  else if (index?.unique) await assertDistinct(database, name, Object.keys(index.key));
  if (validation !== undefined && existing === undefined)
    // The server lets a user create what it may insert into.
    add('insert', () =>
      database.createCollection(name, validation).catch((error: unknown) => {
        if (!hasCode(error, 'namespaceExists')) throw error;
      }),
    );
  // Changing a collection locks it for a moment, so it is not done without need.
  else if (validation !== undefined && !isValidatedBy(validation, existing?.['options']))
    add('collMod', () => database.command({ collMod: name, ...validation }));
  if (index !== undefined && found === undefined && indexes.length >= 64)
    throw new Error(`${name} has as many indexes as MongoDB allows, and lacks the index ${index.name}: drop one`);
  if (index !== undefined && found === undefined) add('createIndex', () => collection.createIndexes([index]));
  return steps;
};

/**
 * Plans how a start makes what a database lacks, and changes nothing. It rejects, with a message for the operator, if the
 * database cannot be used: its format is newer, something in it would break a promise of the repositories, the server would
 * refuse a step, or the user lacks a right. `setName` is the name of the replica set, absent on `mongos`.
 */
export const planSchema = async (database: Db, setName: string | undefined): Promise<Plan> => {
  await assertRights(database);
  const stored = await openCollections(database).counters.findOne({ _id: 'format' }, limited);
  const number = Number(stored?.last ?? currentFormat);
  if (!(number <= currentFormat))
    throw new Error(
      `the database has format ${number}, and this program knows only ${currentFormat}; use a newer program`,
    );

  const found = await database.listCollections({ name: { $in: collections.map(({ name }) => name) } }).toArray();
  const existing = (wanted: Wanted): Document | undefined => found.find(({ name }) => name === wanted.name);
  const steps = await Promise.all(collections.map((each) => planCollection(database, each, existing(each))));
  await assertRights(database, steps.flat());
  if (found.length === 0 && setName !== undefined) await assertCreatable(database, 'pets');
  return { isEmpty: !found.some(({ name }) => name === 'pets'), steps };
};

/**
 * Carries out a plan, and stores the number of the format. Doing it again, or in several instances at once, changes nothing.
 * An index of many animals takes longer than an operation may: the server goes on with it, and the next plan waits for it.
 */
export const prepareSchema = async (database: Db, { steps }: Plan): Promise<void> => {
  const inOrder = async (ofCollection: readonly Step[]): Promise<void> => {
    for (const { run } of ofCollection) await run();
  };
  // In parallel: one after another, over a slow network, they would exceed the time limit of an operation.
  await Promise.all(steps.map(inOrder));
  await openCollections(database).counters.updateOne(
    { _id: 'format' },
    { $max: { last: Long.fromNumber(currentFormat) } },
    { upsert: true },
  );
};
