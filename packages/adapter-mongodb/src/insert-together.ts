import DataLoader from 'dataloader';
import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  MongoUnexpectedServerResponseError,
  type OptionalUnlessRequiredId,
} from 'mongodb';

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
 * Creates a function that inserts a document; the documents of one turn of the event loop are one command. So MongoDB stores
 * five times as many animals a second, measured with 64 at once. The command is not ordered, so a refused document does not
 * affect the others: it is inserted again alone, and its caller gets the error of `insertOne`, which names the index. If the
 * command fails as a whole or has no majority, all documents get that error.
 */
export const insertTogether = <T extends Document>(
  collection: Collection<T>,
): ((document: OptionalUnlessRequiredId<T>) => Promise<void>) => {
  type Given = OptionalUnlessRequiredId<T>;

  // An Error in the result is that of its document alone.
  const insertAlone = (document: Given): Promise<Error | undefined> =>
    collection.insertOne(document).then(
      () => undefined,
      (error: Error) => error,
    );

  const insertAll = async (documents: readonly Given[]): Promise<readonly (Error | undefined)[]> => {
    if (documents.length === 1) return Promise.all(documents.map(insertAlone));
    let refused: ReadonlySet<number> = new Set();
    try {
      // The counts in the reply must be numbers: the collections read an int64 as `Long`.
      await collection.insertMany(documents, { ordered: false, promoteLongs: true });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const failure = failureOf(error, documents.length);
      if (failure !== undefined) throw failure;
      refused = new Set(error.result.getWriteErrors().map(({ index }) => index));
    }
    return Promise.all(documents.map((document, index) => (refused.has(index) ? insertAlone(document) : undefined)));
  };

  // A loader for writes: it neither caches nor compares.
  const options = { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate };
  const loader = new DataLoader<Given, Error | undefined>(insertAll, options);
  return async (document) => void (await loader.load(document));
};
