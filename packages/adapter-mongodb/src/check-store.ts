import { either as E } from 'fp-ts';
import { type Db, type Document, MongoServerError } from 'mongodb';
import { notAuthorized } from './connection/refusal.ts';
import { serverCodes } from './connection/server-codes.ts';
import { serverTimeLimitMS } from './connection/time-limits.ts';
import type { Collections } from './documents/collections.ts';
import { checkIdsLeft } from './ids/id-counter.ts';
import { missingRight } from './schema/missing-right.ts';

/**
 * Creates a check that animals can be read and written now. It lists one animal and checks that there is a writable
 * primary, that the user has its rights and that ids are left, without writing, in one round trip. It rejects with the
 * missing condition.
 */
export const createStoreCheck = (database: Db, collections: Collections): (() => Promise<E.Either<never, void>>) => {
  const run = (command: Document): Promise<Document> => database.command({ ...command, maxTimeMS: serverTimeLimitMS });

  const list = async (): Promise<void> => {
    await collections.findPets({ filter: {}, limit: 1 });
  };

  const findPrimary = async (): Promise<void> => {
    const { isWritablePrimary } = await run({ hello: 1 });
    if (isWritablePrimary !== true) {
      throw new MongoServerError({
        message: 'The server is not a writable primary',
        code: serverCodes.notWritablePrimary,
      });
    }
  };

  // Without access control there is no user. With access control the list fails if the connection is not logged in.
  const checkRights = async (): Promise<void> => {
    const { authInfo } = await run({ connectionStatus: 1, showPrivileges: true });
    if (authInfo.authenticatedUsers.length === 0) return;
    const missing = missingRight(database.databaseName, authInfo.authenticatedUserPrivileges);
    if (missing === undefined) return;
    const { action, collection } = missing;
    throw notAuthorized(`not authorized on ${database.databaseName} to ${action} in the collection ${collection}`);
  };

  return async () => {
    await Promise.all([list(), findPrimary(), checkRights(), checkIdsLeft(collections)]);
    return E.right(undefined);
  };
};
