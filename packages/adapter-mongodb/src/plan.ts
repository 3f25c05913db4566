// MongoDB changes a schema without a transaction. So a start compares the database with what it wants, and takes steps that can be
// taken again.
import { type Db, Long } from 'mongodb';
import { hasCode } from './codes.ts';
import type { CounterDocument } from './collections.ts';
import { ofMajority, writeConcern } from './concerns.ts';
import type { FoundCollections } from './guarded-collection.ts';
import { planCollection, type Step } from './plan-collection.ts';
import { assertRights } from './rights.ts';
import { type FormatStep, wantedCollections } from './schema.ts';
import { assertWritable } from './writable.ts';

/** What a start finds in a database, and the steps that it takes. */
export interface Plan {
  /** Nothing was stored in the database. */
  readonly isEmpty: boolean;
  readonly found: FoundCollections;
  /** What a database that was used lacks. A start does not make it, because it cannot make what was stored in it. */
  readonly lost: readonly string[];
  readonly steps: readonly Step[];
}

/**
 * Rejects if the server would not create a collection, for example because the name of another database differs in case
 * alone. It creates the collection in a transaction, which it aborts, so nothing is written.
 */
const assertCreatable = async (database: Db, name: string): Promise<void> => {
  const options = { readPreference: 'primary', readConcern: { level: 'local' }, writeConcern } as const;
  try {
    await database.client.withSession((session) =>
      session.withTransaction(async () => {
        await database.createCollection(name, { session });
        await session.abortTransaction();
      }, options),
    );
  } catch (error) {
    // Another instance has just created it, or this server cannot create a collection in a transaction.
    if (!hasCode(error, 'namespaceExists') && !hasCode(error, 'operationNotSupportedInTransaction')) throw error;
  }
};

/** Makes a step that raises a counter, after another change. */
const raise =
  (database: Db) =>
  (title: string, _id: CounterDocument['_id'], last: number, change?: FormatStep['run']): Step => ({
    title,
    collection: 'counters',
    action: 'insert',
    run: async () => {
      await change?.(database);
      const counters = database.collection<CounterDocument>('counters');
      await counters.updateOne({ _id }, { $max: { last: Long.fromNumber(last) } }, { upsert: true });
    },
  });

/** The problem with a format that this program does not know; undefined if it knows it. */
export const formatProblem = (format: unknown, current: number): string | undefined =>
  Number(format) <= current
    ? undefined
    : `the database has format ${format}, and this program knows only ${current}; use a newer program`;

const isAnyStored = async (database: Db, names: readonly string[]): Promise<boolean> => {
  const documents = await Promise.all(names.map((name) => database.collection(name).findOne({}, ofMajority)));
  return documents.some((document) => document !== null);
};

/**
 * Plans how a start makes what a database lacks, and changes nothing. It rejects, with a message for the operator, if the
 * database cannot be used: its format is newer, something in it would break a promise of the repositories, the server would
 * refuse a step, or the user lacks a right.
 */
export const planStart = async (database: Db, formatSteps: readonly FormatStep[]): Promise<Plan> => {
  // Absent on `mongos`.
  const { setName } = await assertWritable(database);
  await assertRights(database);
  const counters = await database.collection<CounterDocument>('counters').find({}, ofMajority).toArray();
  const stored = new Map(counters.map(({ _id, last }) => [_id, last]));
  const current = formatSteps.length;
  const format = Number(stored.get('format') ?? 1);
  const problem = formatProblem(format, current);
  if (problem !== undefined) throw new Error(problem);

  const names = wantedCollections.map(({ name }) => name);
  const existing = await database.listCollections({ name: { $in: names } }).toArray();
  const plans = await Promise.all(
    wantedCollections.map(async (wanted) => {
      const same = existing.find(({ name }) => name === wanted.name);
      return { name: wanted.name, ...(await planCollection(database, wanted, same)) };
    }),
  );
  const others = existing.map(({ name }) => name).filter((name) => name !== 'counters');
  // The counter of the ids is written last, so it tells that the first start was complete.
  const isEmpty = !stored.has('pets') && !(await isAnyStored(database, others));
  const step = raise(database);
  const ofDocuments = isEmpty
    ? [step('number the format', 'format', current), step('begin the ids', 'pets', 0)]
    : formatSteps.slice(format).map(({ title, run }, index) => {
        const number = format + 1 + index;
        return step(`change the documents to format ${number}: ${title}`, 'format', number, run);
      });
  const missing = plans.flatMap(({ name, found }) => (found === undefined ? [`the collection ${name}`] : []));
  const isCounterLost = !stored.has('pets') && existing.some(({ name }) => name === 'counters');
  const steps = [...plans.flatMap((plan) => plan.steps), ...ofDocuments];
  await assertRights(database, steps);
  if (existing.length === 0 && setName !== undefined) await assertCreatable(database, 'pets');
  return {
    isEmpty,
    found: new Map(plans.flatMap(({ name, found }) => (found === undefined ? [] : [[name, found]]))),
    lost: isEmpty ? [] : [...missing, ...(isCounterLost ? ['the document pets of counters'] : [])],
    steps,
  };
};
