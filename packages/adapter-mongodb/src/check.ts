import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { function as F, taskEither as TE } from 'fp-ts';
import { type Db, MongoServerError } from 'mongodb';
import { type Collections, openCollections } from './collections.ts';
import { openDatabase } from './connection-string.ts';
import { hasCode, isOverQuota, misconfigurationOf, StoreChanged, storeGone, withoutValues } from './errors.ts';
import { lastOf, raiseCounterToHighest } from './ids.ts';
import { assertWritable, planStart, unlessExists } from './plan.ts';
import { assertRights } from './rights.ts';
import { type FormatStep, formatSteps } from './schema.ts';

/**
 * Prepares a store. A start makes what a database lacks, also beside other instances. Later nothing is made, because what is
 * missing then was lost. An index of many animals takes longer than an operation may: the server goes on with it.
 */
export const prepare = async (
  database: Db,
  formatSteps: readonly FormatStep[],
  isStart: boolean,
): Promise<Collections> => {
  let plan = await planStart(database, formatSteps);
  if (isStart) {
    for (const { run } of plan.steps) await run();
    if (plan.steps.length > 0) plan = await planStart(database, formatSteps);
  }
  const [step] = plan.steps;
  if (step !== undefined) throw storeGone(`a start has to ${step.title}`);
  const collections = openCollections(database, plan.found);
  await raiseCounterToHighest(collections).catch((error: unknown) => {
    // Reads work on a database without space.
    if (!isOverQuota(error)) throw error;
  });
  return collections;
};

/**
 * Rejects with the reason if animals cannot be read and written now. It checks that there is a writable primary, that a
 * majority has its newest write, that the collections and their indexes exist, that the user has its rights and that the
 * counter of the ids exists. It writes nothing, and takes as long as a majority would take to acknowledge another write.
 */
export const assertUsable = async (database: Db, collections: Collections, format: number): Promise<void> => {
  const { operationTime } = await assertWritable(database);
  // A single server has no such time.
  const readConcern = { level: 'majority', ...(operationTime !== undefined && { afterClusterTime: operationTime }) };
  const probe = async (name: keyof Collections) => {
    const { index: hint, find } = collections[name];
    try {
      return await find({}, { limit: 2, readConcern, ...(hint !== undefined && { hint }) });
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
  lastOf(stored.get('pets'));
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
  const { isEmpty, found, steps } = await planStart(database, formatSteps);
  if (!isEmpty) {
    await assertUsable(database, openCollections(database, found), formatSteps.length);
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
