import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type Filter,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import type { StoredDocument } from './decode-document.ts';
import { longsAsTheyAre } from './exact-integer.ts';
import { isOutage } from './is-outage.ts';
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
 * Sends commands, each under a session that no other has at the same time. The driver would make a new session for each
 * command, and keep it in a set, of which the garbage collector is slow to let go.
 */
const createCommand = (database: Db): ((command: Document) => Promise<Document>) => {
  const idle: ClientSession[] = [];
  return async (command) => {
    const session = idle.pop() ?? database.client.startSession({ causalConsistency: false });
    try {
      const reply = await database.command(command, { ...longsAsTheyAre, session });
      idle.push(session);
      return reply;
    } catch (error) {
      await session.endSession();
      throw error;
    }
  };
};

/**
 * Makes a function that reads documents by one plain `find` command, in little more than half the CPU time that the
 * driver takes by a cursor. The cursor is left for the rare rest: for what one reply (16 MB) does not hold, and for a
 * repetition after a failure that may have passed, as the driver does it by itself.
 */
export const createFindDocuments = <T extends Document>(database: Db, collection: Collection<T>): FindDocuments<T> => {
  const name = collection.collectionName;
  const send = createCommand(database);
  const options = { sort: { _id: 1 }, maxTimeMS: serverTimeLimitMS } as const;

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
