import { type Db, type Document, MongoServerError } from 'mongodb';
import type { Collections } from './collections.ts';
import { checkIdsLeft } from './id-counter.ts';
import { missingRight } from './missing-right.ts';
import { notAuthorized } from './refusal.ts';
import { serverTimeLimitMS } from './time-limits.ts';

const notWritablePrimary = 10107;

/**
 * Makes a check of whether animals can be listed and added now, which writes nothing: it lists one animal, and looks for
 * a writable primary, for the rights of the user and for free ids. All of it takes one round trip. It rejects with what is missing.
 */
export const createStoreCheck = (database: Db, collections: Collections): (() => Promise<void>) => {
  const run = (command: Document): Promise<Document> => database.command({ ...command, maxTimeMS: serverTimeLimitMS });

  const list = async (): Promise<void> => {
    await collections.findPets({ filter: {}, limit: 1 });
  };

  const findPrimary = async (): Promise<void> => {
    const { isWritablePrimary } = await run({ hello: 1 });
    if (isWritablePrimary !== true) {
      throw new MongoServerError({ message: 'The server is not a writable primary', code: notWritablePrimary });
    }
  };

  // Without access control there is no user. With it the list fails for a connection that is not logged in.
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
  };
};
