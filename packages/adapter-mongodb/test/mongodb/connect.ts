import { either as E } from 'fp-ts';
import { connectMongo, type MongoStore, type MongoStoreOptions } from '../../src/index.ts';

/** Connects, or throws the sentence that says why not. */
export const connect = async (uri: string, options?: MongoStoreOptions): Promise<MongoStore> => {
  const connected = await connectMongo(uri, options)();
  if (E.isLeft(connected)) throw new Error(connected.left.message);
  return connected.right;
};
