import type { Db } from 'mongodb';
import { hasCode, serverCodes } from '../connection/server-codes.ts';
import type { Collections } from '../documents/collections.ts';

/** How long records of idempotent creations are kept. */
export type RecordLifetime = 'forever' | { readonly days: number };

const name = 'expiry';
const secondsADay = 86_400;

const dropExpiry = async ({ creations }: Collections): Promise<void> => {
  try {
    await creations.dropIndex(name);
  } catch (error) {
    if (!hasCode(error, serverCodes.indexNotFound)) throw error;
  }
};

/**
 * Creates, changes or drops the index that expires records. Several instances may do it at once. If their lifetimes differ,
 * the last one applies.
 */
export const prepareExpiry = async (
  database: Db,
  collections: Collections,
  lifetime: RecordLifetime,
): Promise<void> => {
  if (lifetime === 'forever') return dropExpiry(collections);
  const { creations } = collections;
  const expireAfterSeconds = lifetime.days * secondsADay;
  for (;;) {
    try {
      await creations.createIndex({ created: 1 }, { name, expireAfterSeconds });
      return;
    } catch (error) {
      if (!hasCode(error, serverCodes.indexOptionsConflict)) throw error;
    }
    try {
      await database.command({ collMod: creations.collectionName, index: { name, expireAfterSeconds } });
      return;
    } catch (error) {
      // Another instance has dropped it since.
      if (!hasCode(error, serverCodes.indexNotFound)) throw error;
    }
  }
};
