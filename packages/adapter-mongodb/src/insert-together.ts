import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  MongoUnexpectedServerResponseError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { batch } from './batch.ts';

/** The error of a command that failed as a whole or has no majority; undefined if only refused documents are not stored. */
const failureOf = (error: MongoBulkWriteError, documents: number): Error | undefined => {
  const { result, insertedCount, errorResponse, message, code, errorLabels } = error;
  const refused = result.getWriteErrorCount();
  if (refused > 0 && result.getWriteConcernError() === undefined)
    return insertedCount + refused === documents
      ? undefined
      : new MongoUnexpectedServerResponseError('MongoDB did not report the outcome of every document');
  // Not the error itself, which hides its cause and quotes documents.
  return errorResponse instanceof Error ? errorResponse : new MongoServerError({ message, code, errorLabels });
};

/**
 * Creates a function that inserts a document; the documents of one turn of the event loop are one command. The command is
 * not ordered, so a refused document does not affect the others: it is inserted again alone, and its caller gets the error
 * of `insertOne`, which names the index. If the command fails as a whole or has no majority, all documents get that error.
 */
export const insertTogether = <T extends Document>(
  collection: Collection<T>,
): ((document: OptionalUnlessRequiredId<T>) => Promise<void>) => {
  const insertAlone = async (document: OptionalUnlessRequiredId<T>): Promise<void> => {
    await collection.insertOne(document);
  };

  return batch<OptionalUnlessRequiredId<T>, void>(100, async (documents) => {
    if (documents.length === 1) return documents.map(insertAlone);
    try {
      // The counts in the reply must be numbers: the collections read an int64 as `Long`.
      await collection.insertMany(documents, { ordered: false, promoteLongs: true });
      return [];
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const failure = failureOf(error, documents.length);
      if (failure !== undefined) throw failure;
      const refused = new Set(error.result.getWriteErrors().map(({ index }) => index));
      return documents.map((document, index) => (refused.has(index) ? insertAlone(document) : undefined));
    }
  });
};
