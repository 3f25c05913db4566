// MongoDB changes a schema without a transaction. So a start compares the database with what it wants, and takes steps that can be
// taken again.
import { type Db, type Document, Long, MongoServerError } from 'mongodb';
import type { CounterDocument, FoundCollections } from './collections.ts';
import { assertHarmless, isValidatedBy, servesAs, validationBy, type WantedCollection } from './compare.ts';
import { ofMajority } from './concerns.ts';
import { hasCode } from './errors.ts';
import { assertRights, type Right } from './rights.ts';
import { type FormatStep, wantedCollections } from './schema.ts';

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

/** What a start finds of a collection, of which `existing` is what `listCollections` returns, and the steps that it takes. */
const planCollection = async (database: Db, wanted: WantedCollection, existing: Document | undefined) => {
  const { name, schema, index } = wanted;
  const indexes: readonly Document[] = existing === undefined ? [] : await database.collection(name).indexes();
  if (existing !== undefined) assertHarmless(wanted, existing, indexes);
  const serving: string | undefined = index && indexes.find(servesAs(index))?.['name'];
  const steps: Step[] = [];
  const addStep = (title: string, action: string, run: Step['run']) =>
    steps.push({ title, collection: name, action, run });
  if (existing === undefined)
    // The server lets a user create what it may insert into.
    addStep(`create the collection ${name}`, 'insert', () =>
      database.createCollection(name, schema && validationBy(schema)).catch(unlessExists),
    );
  // Changing a collection locks it for a moment, so it is not done without need.
  else if (schema !== undefined && !isValidatedBy(schema, existing))
    addStep(`change the validator of ${name}`, 'collMod', () =>
      database.command({ collMod: name, ...validationBy(schema) }),
    );
  if (index !== undefined && serving === undefined)
    addStep(`create the index ${index.name} of ${name}`, 'createIndex', () =>
      database.collection(name).createIndexes([index]),
    );
  const isUsed = name !== 'counters' && (await database.collection(name).findOne({}, ofMajority)) !== null;
  return { name, isUsed, found: existing && { uuid: existing['info'].uuid, index: serving }, steps };
};

/**
 * Plans how a start makes what a database lacks, and changes nothing. It rejects, with a message for the operator, if the
 * database cannot be used: its format is newer, it has lost a part, something in it would break a promise of the repositories, or
 * the user lacks a right.
 */
export const planStart = async (database: Db, formatSteps: readonly FormatStep[]): Promise<Plan> => {
  await assertWritable(database);
  await assertRights(database);
  const counters = database.collection<CounterDocument>('counters');
  const stored = new Map((await counters.find({}, ofMajority).toArray()).map(({ _id, last }) => [_id, last]));
  const current = formatSteps.length;
  const format = Number(stored.get('format') ?? 1);
  if (!(format <= current))
    throw new Error(`the database has format ${format}, and this program knows only ${current}; use a newer program`);

  const names = wantedCollections.map(({ name }) => name);
  const existing = new Map<string, Document>();
  for await (const each of database.listCollections({ name: { $in: names } })) existing.set(each.name, each);
  const plans = await Promise.all(
    wantedCollections.map((wanted) => planCollection(database, wanted, existing.get(wanted.name))),
  );
  // The counter of the ids is written last, so it tells that the first start was complete.
  const isComplete = stored.has('pets');
  const isEmpty = !isComplete && !plans.some(({ isUsed }) => isUsed);
  const lost = plans.flatMap(({ name, found }) => (found === undefined ? [`the collection ${name}`] : []));
  if (!isComplete && existing.has('counters')) lost.push('the document pets of counters');
  // A start cannot make what was stored in it.
  if (!isEmpty && lost.length > 0)
    throw new Error(
      `the store is gone: ${database.databaseName} has lost ${lost.join(', ')}; restore it from a backup`,
    );

  const raise = (_id: CounterDocument['_id'], last: number) =>
    counters.updateOne({ _id }, { $max: { last: Long.fromNumber(last) } }, { upsert: true });
  const changes: readonly (readonly [title: string, run: Step['run']])[] = isEmpty
    ? [
        ['number the format', () => raise('format', current)],
        ['begin the ids', () => raise('pets', 0)],
      ]
    : formatSteps.slice(format).map(({ title, run }, index) => {
        const number = format + 1 + index;
        const change = () => Promise.resolve(run?.(database)).then(() => raise('format', number));
        return [`change the documents to format ${number}: ${title}`, change];
      });
  const steps = [
    ...plans.flatMap((plan) => plan.steps),
    ...changes.map(([title, run]): Step => ({ title, run, collection: 'counters', action: 'insert' })),
  ];
  await assertRights(database, steps);
  const found = new Map(plans.flatMap(({ name, found }) => (found === undefined ? [] : [[name, found]])));
  return { isEmpty, found, steps };
};
