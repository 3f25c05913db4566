import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { type Db, type Document, MongoServerError } from 'mongodb';
import { openCollections } from './documents/collections.ts';
import { classify, hasCode, misconfigurationOf } from './errors.ts';
import { assertIdsLeft } from './ids/id-counter.ts';
import { limited, openDatabase } from './open-database.ts';
import { assertRights } from './rights.ts';
import { type Plan, planSchema } from './schema.ts';

/** Rejects if the server takes no writes. Returns what it says of itself. */
const assertWritable = async (database: Db): Promise<Document> => {
  const hello = await database.command({ hello: 1 });
  const { replicaSet } = database.client.options;
  // With `directConnection`, the driver does not compare a server that is in no replica set.
  if (replicaSet !== undefined && hello['setName'] !== replicaSet)
    throw new Error(`the server does not belong to the replica set ${replicaSet}`);
  if (hello['isWritablePrimary'] === true) return hello;
  if (hello['arbiterOnly'] === true || hello['passive'] === true)
    throw new Error('the server is a member of its replica set that never becomes the primary: name the others');
  // As the server's own error, NotWritablePrimary.
  throw new MongoServerError({ message: 'The server is not a writable primary', code: 10107 });
};

/** Connects, and plans what a start does. Rejects if it cannot be done. */
export const inspect = async (database: Db): Promise<Plan> => {
  await database.client.connect();
  const { setName } = await assertWritable(database);
  return planSchema(database, setName);
};

/** Reads what a majority has, as new as the newest write. It takes as long as a majority would take to acknowledge another. */
const assertMajority = async (database: Db, newest: unknown): Promise<void> => {
  // A single server has no such time.
  const readConcern = { level: 'majority', ...(newest !== undefined && { afterClusterTime: newest }) };
  try {
    await database.command({ find: 'pets', filter: {}, limit: 1, ...limited, readConcern });
  } catch (error) {
    if (!hasCode(error, 'maxTimeMSExpired')) throw error;
    throw new MongoServerError({ message: 'no majority of the replica set has the newest write', code: error.code });
  }
};

/**
 * Rejects with the reason if animals cannot be read and written now. It checks that there is a writable primary, that a
 * majority has its newest write, that the user has its rights and that ids are left. It writes nothing.
 */
export const assertUsable = async (database: Db): Promise<void> => {
  const { operationTime } = await assertWritable(database);
  await Promise.all([
    assertMajority(database, operationTime),
    assertRights(database),
    assertIdsLeft(openCollections(database)),
  ]);
};

/**
 * Checks that `openMongo` can use the database that a connection string names, and changes nothing. A failure that would
 * end a start is `StoreMisconfigured`, with the same message.
 */
export const checkMongo = (uri: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
  F.pipe(
    TE.fromEither(openDatabase(uri)),
    TE.chainW((database) => async () => {
      try {
        const { isEmpty } = await inspect(database);
        await assertUsable(database);
        return E.right({ state: isEmpty ? 'empty' : 'ours', steps: [] });
      } catch (error) {
        return E.left(misconfigurationOf(error) ?? repositoryUnavailable(classify(error).cause));
      } finally {
        await database.client.close();
      }
    }),
  );
