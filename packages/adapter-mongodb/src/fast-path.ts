// What this file bypasses in the MongoDB driver 7.9.0, and when each part can go:
//
// - Implicit sessions. The driver makes a session for each operation and keeps it in a set, of which the garbage
//   collector is slow to let go (docs/mongodb-driver-garbage.md): 10 to 20 µs an operation. `createSessionPool` can go
//   once an implicit session costs no more than one that is used again.
// - Cursors for what one reply holds. A cursor is an event emitter with a set, two operations and a session of its own.
//   `createFindDocuments` can go once `collection.find(…).toArray()` costs no more than the `find` command.
//
// Both use public functions of the driver only.
import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type Filter,
  type MongoClient,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import type { StoredDocument } from './decode-document.ts';
import { longsAsTheyAre } from './exact-integer.ts';
import { isOutage } from './is-outage.ts';
import { serverTimeLimitMS } from './time-limits.ts';

/** Runs an operation under a session that no other has at the same time. */
export type WithSession = <A>(operation: (session: ClientSession) => Promise<A>) => Promise<A>;

/** Makes sessions when they are needed, and keeps them for the next operation. */
export const createSessionPool = (client: MongoClient): WithSession => {
  const idle: ClientSession[] = [];
  const take = (): ClientSession => {
    let session = idle.pop();
    // Closing the client, which also happens before it logs in again, ends the sessions that are kept here.
    while (session?.hasEnded) session = idle.pop();
    return session ?? client.startSession({ causalConsistency: false });
  };
  return async (operation) => {
    const session = take();
    try {
      const outcome = await operation(session);
      idle.push(session);
      return outcome;
    } catch (error) {
      // After a lost connection the driver gives it up; after any other failure that costs little.
      await session.endSession();
      throw error;
    }
  };
};

/** Which documents are read, and how many at most; of several, those with the lowest `_id`, in ascending order. */
export interface DocumentQuery<T extends Document> {
  readonly filter: Filter<T>;
  readonly limit: number;
  /** Says that at most one document can match: there is nothing to sort. */
  readonly isUnique?: true;
}

export type FindDocuments<T extends Document> = (query: DocumentQuery<T>) => Promise<readonly StoredDocument[]>;

const maxTimeMSExpired = 50;

/** Whether the same read may succeed at once: the connection broke, or the server is no longer the primary. */
const isPassing = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && isOutage(error) && error.code !== maxTimeMSExpired);

/**
 * Makes a function that reads documents by one plain `find` command, in little more than half the CPU time that the
 * driver takes by a cursor. The cursor is left for the rare rest: for what one reply (16 MB) does not hold, and for a
 * retry after a failure that may have passed, as the driver does it by itself.
 */
export const createFindDocuments = <T extends Document>(
  database: Db,
  collection: Collection<T>,
  withSession: WithSession,
): FindDocuments<T> => {
  const name = collection.collectionName;
  const maxTimeMS = serverTimeLimitMS;
  const sort = { _id: 1 } as const;

  const send = (command: Document): Promise<Document> =>
    withSession((session) => database.command(command, { ...longsAsTheyAre, session }));

  return async ({ filter, limit, isUnique }) => {
    try {
      const { cursor } = await send({
        find: name,
        filter,
        ...(!isUnique && { sort }),
        limit,
        batchSize: limit,
        maxTimeMS,
      });
      if (cursor.id.isZero()) return cursor.firstBatch;
      await send({ killCursors: name, cursors: [cursor.id] });
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    return collection.find(filter, { sort, limit, maxTimeMS }).toArray();
  };
};
