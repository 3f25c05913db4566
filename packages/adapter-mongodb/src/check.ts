import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { function as F, taskEither as TE } from 'fp-ts';
import { type Db, MongoServerError } from 'mongodb';
import { type Collections, type FoundCollection, type FoundCollections, openCollections } from './collections.ts';
import { openDatabase } from './connection-string.ts';
import { hasCode, isOverQuota, misconfigurationOf, StoreChanged, storeGone, withoutValues } from './errors.ts';
import { assertIdsLeft, raiseCounterToHighest } from './ids.ts';
import { assertWritable, type Plan, planStart, unlessExists } from './plan.ts';
import { assertRights } from './rights.ts';
import { type FormatStep, formatSteps } from './schema.ts';

/** Throws if a database that was used has lost a part: a start does not make that, because it cannot make what was stored in it. */
const assertNothingLost = ({ isEmpty, missing }: Plan, { databaseName }: Db): void => {
  if (!isEmpty && missing.length > 0)
    throw new Error(`the database ${databaseName} has lost ${missing.join(', ')}: restore it from a backup`);
};

/** Throws if a store that was complete is not complete any more. */
const assertComplete = ({ missing: [part], steps: [step] }: Plan): void => {
  if (part !== undefined) throw storeGone(`${part} does not exist`);
  if (step !== undefined) throw storeGone(`a start has to ${step.title}`);
};

/**
 * Makes the function that prepares a store: it makes what a database lacks, and tells in `found` what the database has. Once it
 * has succeeded it makes nothing any more, because what is missing then was lost. Doing it in several instances at once changes
 * nothing. An index of many animals takes longer than an operation may: the server goes on with it, and the next attempt waits.
 */
export const createPrepare = (
  database: Db,
  found: Map<string, FoundCollection>,
  collections: Collections,
  steps: readonly FormatStep[],
): (() => Promise<void>) => {
  let wasReady = false;

  return async () => {
    let plan = await planStart(database, steps);
    if (!wasReady) {
      assertNothingLost(plan, database);
      for (const { run } of plan.steps) await run();
      if (plan.steps.length > 0) plan = await planStart(database, steps);
    }
    assertComplete(plan);
    for (const [name, collection] of plan.found) found.set(name, collection);
    try {
      await raiseCounterToHighest(collections);
    } catch (error) {
      // Reads work on a database without space.
      if (!isOverQuota(error)) throw error;
    }
    wasReady = true;
  };
};

/**
 * Rejects with the reason if animals cannot be read and written now. It checks that there is a writable primary, that a
 * majority has its newest write, that what was `found` is there, that the user has its rights and that ids are left. It writes
 * nothing. It takes as long as a majority would take to acknowledge another write.
 */
export const assertUsable = async (
  database: Db,
  found: FoundCollections,
  collections: Collections,
  format: number,
): Promise<void> => {
  const { operationTime } = await assertWritable(database);
  // A single server has no such time.
  const readConcern = { level: 'majority', ...(operationTime !== undefined && { afterClusterTime: operationTime }) };
  const probe = async (name: keyof Collections) => {
    const hint = found.get(name)?.index;
    try {
      return await collections[name].find({}, { limit: 2, readConcern, ...(hint !== undefined && { hint }) });
    } catch (error) {
      if (hint !== undefined && hasCode(error, 'badValue'))
        throw new StoreChanged(`the index ${hint} of ${name} does not exist, or is being built`);
      if (!hasCode(error, 'maxTimeMSExpired')) throw error;
      throw new MongoServerError({ message: 'no majority of the replica set has the newest write', code: error.code });
    }
  };
  const names = ['counters', 'pets', 'creations', 'apiKeys'] as const;
  const [counters = []] = await Promise.all([...names.map(probe), assertRights(database).then(() => [])]);
  const stored = new Map(counters.map((counter) => [counter['_id'], counter]));
  if (Number(stored.get('format')?.['last'] ?? 1) > format) throw new StoreChanged('the database has a newer format');
  assertIdsLeft(stored.get('pets'));
};

/**
 * Rejects if the server would not create the database, for example because the name of another one differs in case alone. It
 * creates a collection in a transaction, which it aborts, so nothing is written.
 */
const assertCreatable = (database: Db): Promise<void> =>
  database.client.withSession((session) =>
    session.withTransaction(
      async () => {
        await database.createCollection('pets', { session }).catch(unlessExists);
        await session.abortTransaction();
      },
      { readConcern: { level: 'local' } },
    ),
  );

const inspect = async (database: Db, formatSteps: readonly FormatStep[]): Promise<FoundStore> => {
  const plan = await planStart(database, formatSteps);
  assertNothingLost(plan, database);
  const { isEmpty, found, steps } = plan;
  if (!isEmpty) {
    await assertUsable(database, found, openCollections(database, found), formatSteps.length);
    return { state: 'ours', steps: steps.map(({ title }) => title) };
  }
  // A single server has no transactions.
  const { setName } = await assertWritable(database);
  if (found.size === 0 && setName !== undefined) await assertCreatable(database);
  return { state: 'empty', steps: [] };
};

/** Checks a database for a program with these steps. */
export const checkWith =
  (steps: readonly FormatStep[]) =>
  (uri: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
    F.pipe(
      TE.fromEither(openDatabase(uri)),
      TE.chainW((database) =>
        TE.tryCatch(
          () => inspect(database, steps).finally(() => database.client.close()),
          (error) => misconfigurationOf(error) ?? repositoryUnavailable(withoutValues(error)),
        ),
      ),
    );

/**
 * Checks that `openMongo` can use the database that a connection string names, and changes nothing. A failure that would
 * end a start is `StoreMisconfigured`, with the same message.
 */
export const checkMongo = checkWith(formatSteps);
