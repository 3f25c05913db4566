// A replica set of MongoDB can have a primary whose writes no majority gets: a ping reads what a majority has.
import { type Db, type Document, MongoServerError } from 'mongodb';
import { hasCode, storeChanged, storeGone } from './codes.ts';
import { ofMajority } from './concerns.ts';
import type { FoundCollections } from './guarded-collection.ts';
import { assertIdsLeft } from './ids/id-counter.ts';
import { formatProblem } from './plan.ts';
import { assertRights } from './rights.ts';
import { assertWritable } from './writable.ts';

/**
 * Reads two documents of a collection that has its UUID and its index, as a majority has them and as new as the newest write. It
 * takes as long as a majority would take to acknowledge another write.
 */
const probe = async (
  database: Db,
  name: string,
  found: FoundCollections,
  newest: unknown,
): Promise<readonly Document[]> => {
  const { uuid, index } = found.get(name) ?? {};
  // A single server has no such time.
  const readConcern = { level: 'majority', ...(newest !== undefined && { afterClusterTime: newest }) };
  const guard = { ...(uuid && { collectionUUID: uuid }), ...(index && { hint: index }) };
  try {
    const command = { find: name, filter: {}, projection: { last: 1 }, limit: 2, ...ofMajority, readConcern, ...guard };
    return (await database.command(command))['cursor'].firstBatch;
  } catch (error) {
    if (hasCode(error, 'badValue') && index) throw storeGone(`the index ${index} of ${name} does not exist`);
    if (!hasCode(error, 'maxTimeMSExpired')) throw error;
    throw new MongoServerError({ message: 'no majority of the replica set has the newest write', code: error.code });
  }
};

/**
 * Rejects with the reason if animals cannot be read and written now. It checks that there is a writable primary, that a
 * majority has its newest write, that what was `found` is there, that the user has its rights and that ids are left. It writes
 * nothing.
 */
export const assertUsable = async (database: Db, found: FoundCollections, format: number): Promise<void> => {
  const { operationTime } = await assertWritable(database);
  const [counters] = await Promise.all([
    ...['counters', 'pets', 'creations', 'apiKeys'].map((name) => probe(database, name, found, operationTime)),
    assertRights(database),
  ]);
  const stored = new Map((counters ?? []).map((counter) => [counter['_id'], counter]));
  const problem = formatProblem(stored.get('format')?.['last'] ?? 1, format);
  if (problem !== undefined) throw storeChanged(problem);
  if (found.size > 0) assertIdsLeft(stored.get('pets'));
};
