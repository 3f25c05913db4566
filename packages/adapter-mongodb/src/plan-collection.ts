// Collections of MongoDB are made and changed one by one, each by its own commands.
import { type Db, type Document, MongoServerError } from 'mongodb';
import { hasCode } from './codes.ts';
import {
  assertPlainCollection,
  assertPlainIndex,
  isValidatedBy,
  servesAs,
  validationBy,
  type WantedIndex,
} from './compare.ts';
import { ofMajority } from './concerns.ts';
import type { FoundCollection } from './guarded-collection.ts';
import type { Right } from './rights.ts';
import type { WantedCollection } from './schema.ts';

/** A step of a start, with the right that it needs. It can be taken again, also by several instances at once. */
export interface Step extends Right {
  /** What it does, for the operator. */
  readonly title: string;
  /** What it makes, because that is missing. */
  readonly missing?: string;
  readonly run: () => Promise<unknown>;
}

/** What a start finds of one collection, and the steps that it takes. */
export interface CollectionPlan {
  /** Absent if there is no such collection. */
  readonly found?: FoundCollection;
  readonly steps: readonly Step[];
}

const createCollection = (database: Db, { name, schema }: WantedCollection): Step => ({
  title: `create the collection ${name}`,
  missing: `the collection ${name}`,
  collection: name,
  // The server lets a user create what it may insert into.
  action: 'insert',
  run: () =>
    database.createCollection(name, schema && validationBy(schema)).catch((error: unknown) => {
      if (!hasCode(error, 'namespaceExists')) throw error;
    }),
});

const createIndex = (database: Db, collection: string, index: WantedIndex): Step => ({
  title: `create the index ${index.name} of ${collection}`,
  missing: `the index ${index.name} of ${collection}`,
  collection,
  action: 'createIndex',
  run: () => database.collection(collection).createIndexes([index]),
});

const changeValidator = (database: Db, collection: string, schema: Document): Step => ({
  title: `change the validator of ${collection}`,
  collection,
  action: 'collMod',
  run: () => database.command({ collMod: collection, ...validationBy(schema) }),
});

/** Rejects as in an outage while an index is being built, because lists would read all documents. */
const assertBuilt = async (database: Db, collection: string, hint: string): Promise<void> => {
  try {
    await database.collection(collection).findOne({}, { ...ofMajority, hint, projection: { _id: 1 } });
  } catch (error) {
    if (!hasCode(error, 'badValue')) throw error;
    // The code of the server's own error, BackgroundOperationInProgressForNamespace.
    throw new MongoServerError({ message: `the index ${hint} of ${collection} is being built`, code: 12587 });
  }
};

/**
 * Plans the steps for a collection; `existing` is what `listCollections` returns of it. Rejects if something in it would break a
 * promise of the repositories.
 */
export const planCollection = async (
  database: Db,
  wanted: WantedCollection,
  existing: Document | undefined,
): Promise<CollectionPlan> => {
  const { name, schema, index } = wanted;
  const newIndex = index === undefined ? [] : [createIndex(database, name, index)];
  if (existing === undefined) return { steps: [createCollection(database, wanted), ...newIndex] };
  assertPlainCollection(existing, schema !== undefined);
  const indexes: readonly Document[] = await database.collection(name).indexes();
  for (const each of indexes) assertPlainIndex(name, each, index);
  // Changing a collection locks it for a moment, so it is not done without need.
  const isValidated = schema === undefined || isValidatedBy(schema, existing);
  const validated = isValidated ? [] : [changeValidator(database, name, schema)];
  const { uuid } = existing['info'];
  const serving: string | undefined = index && indexes.find(servesAs(index))?.['name'];
  if (serving === undefined) return { found: { uuid }, steps: [...validated, ...newIndex] };
  await assertBuilt(database, name, serving);
  return { found: { uuid, index: serving }, steps: validated };
};
