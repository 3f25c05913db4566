// Inserts that begin in the same turn of the event loop are one command. A command costs the driver 7.9.0 more than 100 µs of
// CPU time, and a second document in it a quarter of that, a hundredth one 2 µs. Of 64 creations at once each takes a tenth of
// the time (docs/performance.md). This file can be removed once a command costs the driver little more than a document.
import {
  BSON,
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
  type OptionalUnlessRequiredId,
  type WriteError,
} from 'mongodb';
import type { WithSession } from './fast-path.ts';
import { serverCodes } from './server-codes.ts';

/** Inserts a document, or rejects with an error that means the same as that of `insertOne`. */
export type Insert<T extends Document> = (document: OptionalUnlessRequiredId<T>) => Promise<void>;

/** A document that is to be inserted, and who waits for it. */
interface Waiting<T extends Document> {
  readonly document: OptionalUnlessRequiredId<T>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const maxDocuments = 100;
const maxBytes = 1024 * 1024;

/**
 * The error for all documents of a command that were not refused; undefined if they are stored. It is not the error of the
 * driver itself, which hides its cause and quotes documents.
 */
const failureOf = (
  { result, insertedCount, errorResponse, errorLabels }: MongoBulkWriteError,
  documents: number,
): Error | undefined => {
  const concern = result.getWriteConcernError();
  if (concern !== undefined) {
    const { code = 0, errmsg = '' } = concern;
    return new MongoWriteConcernError({ ok: 1, writeConcernError: { code, errmsg } });
  }
  const refused = result.getWriteErrorCount();
  if (refused === 0)
    return errorResponse instanceof Error ? errorResponse : new MongoServerError({ ...errorResponse, errorLabels });
  if (insertedCount + refused === documents) return undefined;
  return new MongoUnexpectedServerResponseError('MongoDB did not report the outcome of every document');
};

/**
 * Creates an `Insert` for a collection. The documents of one turn of the event loop are sent together, at most 100 and 1 MiB
 * in one command, which the driver retries like an `insertOne`. A document that is alone in its turn is sent by `insertOne`.
 *
 * A refused document does not affect the others. If the command fails as a whole or has no majority, all documents that it
 * did not refuse get that error.
 */
export const createInsert = <T extends Document>(collection: Collection<T>, withSession: WithSession): Insert<T> => {
  const insertAlone = ({ document, resolve, reject }: Waiting<T>): void => {
    withSession((session) => collection.insertOne(document, { session })).then(() => resolve(), reject);
  };

  const refuse = (waiting: Waiting<T>, { code, errmsg = '' }: WriteError): void => {
    // Only `insertOne` says which index has the key already.
    if (code === serverCodes.duplicateKey) insertAlone(waiting);
    else waiting.reject(new MongoServerError({ message: errmsg, code }));
  };

  const insertTogether = async (group: readonly Waiting<T>[]): Promise<void> => {
    const documents = group.map(({ document }) => document);
    try {
      // The counts must be numbers: the collections would read an int64 in a reply as `Long`.
      const options = { ordered: false, promoteLongs: true };
      await withSession((session) => collection.insertMany(documents, { ...options, session }));
      for (const { resolve } of group) resolve();
    } catch (error) {
      const isBulk = error instanceof MongoBulkWriteError;
      const failure = isBulk ? failureOf(error, group.length) : error;
      const refusals = new Map(isBulk ? error.result.getWriteErrors().map((each) => [each.index, each]) : []);
      for (const [index, waiting] of group.entries()) {
        const refusal = refusals.get(index);
        if (refusal !== undefined) refuse(waiting, refusal);
        else if (failure !== undefined) waiting.reject(failure);
        else waiting.resolve();
      }
    }
  };

  let group: Waiting<T>[] = [];
  let bytes = 0;

  const send = (): void => {
    const [first, second] = group;
    if (first === undefined) return;
    if (second === undefined) insertAlone(first);
    else insertTogether(group);
    group = [];
    bytes = 0;
  };

  return (document) =>
    new Promise((resolve, reject) => {
      const size = BSON.calculateObjectSize(document);
      if (group.length === maxDocuments || bytes + size > maxBytes) send();
      if (group.length === 0) setImmediate(send);
      group.push({ document, resolve, reject });
      bytes += size;
    });
};
