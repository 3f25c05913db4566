import { isDeepStrictEqual } from 'node:util';
import { type Db, type Document, type IndexDescription, Long } from 'mongodb';
import { openCollections } from './documents/collections.ts';
import { creationDocumentSchema } from './documents/creation-document.ts';
import { petDocumentSchema } from './documents/pet-document.ts';
import { hasCode } from './errors.ts';
import { limited } from './open-database.ts';
import { assertRights } from './rights.ts';

/** The format of the documents that this program reads and writes. */
const format = 1;

interface Wanted {
  readonly name: string;
  readonly schema?: Document;
  readonly index?: IndexDescription;
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

const isValidated = ({ schema }: Wanted, options: Document = {}): boolean =>
  schema === undefined ||
  Object.entries(validationBy(schema)).every(([option, value]) => isDeepStrictEqual(options[option], value));

// The order of the fields of `key` counts. The server refuses an index whose name or key another index with other parts has.
const parts = ['name', 'key', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds', 'collation'];

const partsOf = (index: Document): string =>
  JSON.stringify(parts.map((part) => (index[part] === false ? undefined : index[part])));

const assertNotInTheWay = (collection: string, wanted: IndexDescription, found: readonly Document[]): void => {
  const isSame = ({ name, key }: Document): boolean =>
    name === wanted.name || JSON.stringify(key) === JSON.stringify(wanted.key);
  const other = found.find((index) => isSame(index) && partsOf(index) !== partsOf(wanted));
  if (other !== undefined)
    throw new Error(`the index ${other['name']} of ${collection} is in the way of the index ${wanted.name}`);
};

/** What a start does with the collections. */
export interface Plan {
  readonly isEmpty: boolean;
  /** Collections whose validator differs from that of this program. */
  readonly outdated: readonly string[];
}

/**
 * Checks whether this program can use a database, and changes nothing. It rejects, with a message for the operator, if the
 * format is newer, if a name of a collection or an index is taken, or if the user lacks a right.
 */
export const planSchema = async (database: Db): Promise<Plan> => {
  const stored = await openCollections(database).counters.findOne({ _id: 'format' }, limited);
  const number = Number(stored?.last ?? format);
  if (number > format)
    throw new Error(`the database has format ${number}, and this program knows only ${format}; use a newer program`);

  const found = await database.listCollections({ name: { $in: collections.map(({ name }) => name) } }).toArray();
  const outdated: string[] = [];
  for (const wanted of collections) {
    const existing = found.find(({ name }) => name === wanted.name);
    if (existing === undefined) continue;
    const { name, type, options } = existing as Document;
    if (type !== 'collection') throw new Error(`${name} is a ${type}, and not a collection`);
    if (!isValidated(wanted, options)) outdated.push(name);
    if (wanted.index !== undefined) assertNotInTheWay(name, wanted.index, await database.collection(name).indexes());
  }
  await assertRights(database, outdated);
  return { isEmpty: !found.some(({ name }) => name === 'pets'), outdated };
};

/**
 * Makes collections, validators and indexes, and stores the number of the format. Doing it again, or in several instances at
 * once, changes nothing. An index of many animals takes longer than an operation may: the server goes on with it, and the
 * next attempt waits for the same one.
 */
export const prepareSchema = async (database: Db): Promise<void> => {
  const { outdated } = await planSchema(database);
  const prepare = async ({ name, schema, index }: Wanted): Promise<void> => {
    if (schema !== undefined)
      await database.createCollection(name, validationBy(schema)).catch((error: unknown) => {
        if (!hasCode(error, 'namespaceExists')) throw error;
      });
    // Changing a collection locks it for a moment, so it is not done without need.
    if (schema !== undefined && outdated.includes(name))
      await database.command({ collMod: name, ...validationBy(schema) });
    if (index !== undefined) await database.collection(name).createIndexes([index]);
  };
  // In parallel: one after another, over a slow network, they would exceed the time limit of an operation.
  await Promise.all(collections.map(prepare));
  await openCollections(database).counters.updateOne(
    { _id: 'format' },
    { $max: { last: Long.fromNumber(format) } },
    { upsert: true },
  );
};
