import { type Collection, type Db, type Document, type Filter, MongoNetworkError, MongoServerError } from 'mongodb';
import type { StoredDocument } from './decode-document.ts';
import { longsAsTheyAre } from './exact-integer.ts';
import { isOutage } from './is-outage.ts';
import type { WithSession } from './session-pool.ts';
import { serverTimeLimitMS } from './time-limits.ts';

/** Which documents are read, and how many at most; of several, those with the lowest `_id`, in ascending order. */
export interface DocumentQuery<T extends Document> {
  readonly filter: Filter<T>;
  readonly limit: number;
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
 * repetition after a failure that may have passed, as the driver does it by itself.
 */
export const createFindDocuments = <T extends Document>(
  database: Db,
  collection: Collection<T>,
  withSession: WithSession,
): FindDocuments<T> => {
  const name = collection.collectionName;
  const options = { sort: { _id: 1 }, maxTimeMS: serverTimeLimitMS } as const;

  const send = (command: Document): Promise<Document> =>
    withSession((session) => database.command(command, { ...longsAsTheyAre, session }));

  const findInOneReply = async ({
    filter,
    limit,
  }: DocumentQuery<T>): Promise<readonly StoredDocument[] | undefined> => {
    const command = { find: name, filter, ...options, limit, batchSize: limit };
    const { cursor } = await send(command);
    if (cursor.id.isZero()) return cursor.firstBatch;
    await send({ killCursors: name, cursors: [cursor.id] });
    return undefined;
  };

  return async (query) => {
    const found = await findInOneReply(query).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    return found ?? collection.find(query.filter, { ...options, limit: query.limit }).toArray();
  };
};
