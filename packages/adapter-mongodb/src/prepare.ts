// MongoDB has no transaction for changes of the schema, so a start that was interrupted is told from a store that lost a part.
import type { Db } from 'mongodb';
import { isOverQuota, storeGone } from './codes.ts';
import type { Collections } from './collections.ts';
import type { FoundCollection } from './guarded-collection.ts';
import { raiseCounterToHighest } from './ids/id-counter.ts';
import { type Plan, planStart } from './plan.ts';
import type { FormatStep } from './schema.ts';

/** Throws if a database that was used has lost a part: a start does not make that, because it cannot make what was stored in it. */
export const assertNothingLost = ({ lost }: Plan, { databaseName }: Db): void => {
  if (lost.length > 0)
    throw new Error(`the database ${databaseName} has lost ${lost.join(', ')}: restore it from a backup`);
};

/** Throws if a store that was complete is not complete any more. */
const assertComplete = (plan: Plan, { databaseName }: Db): void => {
  if (plan.found.size === 0) throw storeGone(`the database ${databaseName} does not exist`);
  const [step] = plan.steps;
  const missing = plan.lost[0] ?? step?.missing;
  if (missing !== undefined) throw storeGone(`${missing} does not exist`);
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
  formatSteps: readonly FormatStep[],
): (() => Promise<void>) => {
  let wasReady = false;

  return async () => {
    let plan = await planStart(database, formatSteps);
    if (!wasReady) {
      assertNothingLost(plan, database);
      for (const { run } of plan.steps) await run();
      if (plan.steps.length > 0) plan = await planStart(database, formatSteps);
    }
    assertComplete(plan, database);
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
