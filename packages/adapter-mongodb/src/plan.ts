// MongoDB changes a schema without a transaction. So a start compares the database with what it wants, and takes steps that can be
// taken again.
import { type Db, type Document, Long, MongoServerError } from 'mongodb';
import type { CounterDocument, FoundCollections } from './collections.ts';
import { assertHarmless, isValidatedBy, servesAs, validationBy } from './compare.ts';
import { ofMajority } from './concerns.ts';
import { hasCode } from './errors.ts';
import { assertRights, type Right } from './rights.ts';
import { type FormatStep, type WantedCollection, wantedCollections } from './schema.ts';

/** A step of a start, with the right that it needs. It can be taken again, also by several instances at once. */
interface Step extends Right {
  /** What it does, for the operator. */
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

/** What a start finds in a database, and the steps that it takes. */
export interface Plan {
  /** Nothing was stored in the database. */
  readonly isEmpty: boolean;
  readonly found: FoundCollections;
  /** What the database does not have, and a start does not make if something was stored. */
  readonly missing: readonly string[];
  readonly steps: readonly Step[];
}

/** Rejects if the server takes no writes. Returns what it says of itself. */
export const assertWritable = async (database: Db): Promise<Document> => {
  const hello = await database.command({ hello: 1 });
  // Earlier versions refuse a command that names the UUID of a collection.
  if (hello['maxWireVersion'] < 17) throw new Error('the server is older than MongoDB 6.0: update it');
  if (hello['isWritablePrimary'] === true) return hello;
  // As the server's own error, NotWritablePrimary.
  throw new MongoServerError({ message: 'The server is not a writable primary', code: 10107 });
};

/** Handles the error of a collection that another instance has just created. */
export const unlessExists = (error: unknown): void => {
  if (!hasCode(error, 'namespaceExists')) throw error;
};

const createCollection = (database: Db, { name, schema }: WantedCollection): Step => ({
  title: `create the collection ${name}`,
  collection: name,
  // The server lets a user create what it may insert into.
  action: 'insert',
  run: () => database.createCollection(name, schema && validationBy(schema)).catch(unlessExists),
});

/** What a start finds of a collection, of which `existing` is what `listCollections` returns, and the steps that it takes. */
const planCollection = async (database: Db, wanted: WantedCollection, existing: Document | undefined) => {
  const { name, schema, index } = wanted;
  const indexes: readonly Document[] = existing === undefined ? [] : await database.collection(name).indexes();
  if (existing !== undefined) assertHarmless(wanted, existing, indexes);
  const serving: string | undefined = index && indexes.find(servesAs(index))?.['name'];
  const steps = existing === undefined ? [createCollection(database, wanted)] : [];
  // Changing a collection locks it for a moment, so it is not done without need.
  if (existing !== undefined && schema !== undefined && !isValidatedBy(schema, existing))
    steps.push({
      title: `change the validator of ${name}`,
      collection: name,
      action: 'collMod',
      run: () => database.command({ collMod: name, ...validationBy(schema) }),
    });
  if (index !== undefined && serving === undefined)
    steps.push({
      title: `create the index ${index.name} of ${name}`,
      collection: name,
      action: 'createIndex',
      run: () => database.collection(name).createIndexes([index]),
    });
  return { name, found: existing && { uuid: existing['info'].uuid, index: serving }, steps };
};

/** Makes a step that raises a counter, after another change. */
const raise = (
  database: Db,
  title: string,
  _id: CounterDocument['_id'],
  last: number,
  change?: FormatStep['run'],
): Step => ({
  title,
  collection: 'counters',
  action: 'insert',
  run: async () => {
    await change?.(database);
    const counters = database.collection<CounterDocument>('counters');
    await counters.updateOne({ _id }, { $max: { last: Long.fromNumber(last) } }, { upsert: true });
  },
});

const isAnyStored = async (database: Db, names: readonly string[]): Promise<boolean> => {
  const documents = await Promise.all(names.map((name) => database.collection(name).findOne({}, ofMajority)));
  return documents.some((document) => document !== null);
};

/**
 * Plans how a start makes what a database lacks, and changes nothing. It rejects, with a message for the operator, if the
 * database cannot be used: its format is newer, something in it would break a promise of the repositories, or the user lacks a
 * right.
 */
export const planStart = async (database: Db, formatSteps: readonly FormatStep[]): Promise<Plan> => {
  await assertWritable(database);
  await assertRights(database);
  const counters = await database.collection<CounterDocument>('counters').find({}, ofMajority).toArray();
  const stored = new Map(counters.map(({ _id, last }) => [_id, last]));
  const current = formatSteps.length;
  const format = Number(stored.get('format') ?? 1);
  if (!(format <= current))
    throw new Error(`the database has format ${format}, and this program knows only ${current}; use a newer program`);

  const names = wantedCollections.map(({ name }) => name);
  const existing = await database.listCollections({ name: { $in: names } }).toArray();
  const plans = await Promise.all(
    wantedCollections.map((wanted) =>
      planCollection(
        database,
        wanted,
        existing.find(({ name }) => name === wanted.name),
      ),
    ),
  );
  const missing = plans.flatMap(({ name, found }) => (found === undefined ? [`the collection ${name}`] : []));
  // The counter of the ids is written last, so it tells that the first start was complete.
  const isComplete = stored.has('pets');
  if (!isComplete && existing.some(({ name }) => name === 'counters')) missing.push('the document pets of counters');
  const isEmpty =
    !isComplete &&
    !(await isAnyStored(
      database,
      names.filter((name) => name !== 'counters'),
    ));
  const ofDocuments = isEmpty
    ? [raise(database, 'number the format', 'format', current), raise(database, 'begin the ids', 'pets', 0)]
    : formatSteps.slice(format).map(({ title, run }, index) => {
        const number = format + 1 + index;
        return raise(database, `change the documents to format ${number}: ${title}`, 'format', number, run);
      });
  const steps = [...plans.flatMap((plan) => plan.steps), ...ofDocuments];
  await assertRights(database, steps);
  const found = new Map(plans.flatMap(({ name, found }) => (found === undefined ? [] : [[name, found]])));
  return { isEmpty, found, missing, steps };
};
