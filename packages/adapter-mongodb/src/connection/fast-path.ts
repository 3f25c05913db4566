// This file bypasses two parts of the MongoDB driver 7.9.0:
//
// - Implicit sessions. The driver creates a session for each operation and keeps it in a set, whose garbage is collected
//   late (driver-garbage.md): 10 to 20 µs an operation. `createSessionPool` can be removed once an implicit
//   session costs no more than a reused one.
// - Cursors for results that fit into one reply. A cursor is an event emitter with a set, two operations and its own session.
//   `createFindDocuments` can be removed once `collection.find(…).toArray()` costs no more than the `find` command.
//
// Both use only public functions of the driver.
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
import { unpromotedLongs } from './exact-integer.ts';
import { isOutage } from './is-outage.ts';
import { serverCodes } from './server-codes.ts';
import type { StoredDocument } from './stored-document.ts';
import { serverTimeLimitMS } from './time-limits.ts';

/** Runs an operation with a session that no other operation uses at the same time. */
export type WithSession = <A>(operation: (session: ClientSession) => Promise<A>) => Promise<A>;

/** Creates sessions when they are needed, and reuses them. */
export const createSessionPool = (client: MongoClient): WithSession => {
  const idle: ClientSession[] = [];
  const take = (): ClientSession => {
    let session = idle.pop();
    // Closing the client, which also happens before it logs in again, ends the sessions in this pool.
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
      // After a lost connection the driver discards the session. After any other failure a new session costs little.
      await session.endSession();
      throw error;
    }
  };
};

/** A query for a number of documents with the lowest `_id`s, in ascending order. */
export interface DocumentQuery<T extends Document> {
  readonly filter: Filter<T>;
  readonly limit: number;
  /** At most one document can match, so nothing has to be sorted. */
  readonly isUnique?: true;
}

export type FindDocuments<T extends Document> = (query: DocumentQuery<T>) => Promise<readonly StoredDocument[]>;

/** Whether the same read may succeed at once: the connection broke, or the server is no longer the primary. */
const isTransient = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && isOutage(error) && error.code !== serverCodes.maxTimeMSExpired);

/**
 * Creates a function that reads documents by one plain `find` command, in little more than half the CPU time of a cursor.
 * A cursor is used only if the result does not fit into one reply (16 MB), and for a retry after a temporary failure, as the
 * driver does by itself.
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
    withSession((session) => database.command(command, { ...unpromotedLongs, session }));

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
      if (!isTransient(error)) throw error;
    }
    return collection.find(filter, { sort, limit, maxTimeMS }).toArray();
  };
};
