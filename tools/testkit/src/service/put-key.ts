import { createHash } from 'node:crypto';
import type { TestDatabase } from '../mongodb/describe-on-mongodb.ts';
import { makeApiKey } from './make-api-key.ts';

/** Stores a new API key in a database, like `keys issue` but at once, with some fields replaced. Returns the key. */
export const putKey = async (
  { collection }: Pick<TestDatabase, 'collection'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const key = makeApiKey();
  const digest = createHash('sha256').update(key).digest('hex');
  const stored = { _id: key.slice(4, 12), label: 'test', digest, created: new Date(), ...fields };
  await collection('apiKeys').insertOne(stored);
  return key;
};
