import { createHash } from 'node:crypto';
import type { TestDatabase } from '@animal-store/mongodb-testkit';
import { makeApiKey } from '../make-api-key.ts';

/** Puts a new API key into a database, as `keys issue` would but in no time, and gives it. */
export const putKey = async ({ collection }: Pick<TestDatabase, 'collection'>): Promise<string> => {
  const key = makeApiKey();
  const digest = createHash('sha256').update(key).digest('hex');
  await collection('apiKeys').insertOne({ _id: key.slice(4, 12), label: 'test', digest, created: new Date() });
  return key;
};
