import { either as E } from 'fp-ts';
import { connectPostgres, type PostgresStore, type PostgresStoreOptions } from '../../src/index.ts';

/** Connects. Throws an Error with the message for the operator if that fails. */
export const connect = async (uri: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> => {
  const connected = await connectPostgres(uri, options)();
  if (E.isLeft(connected)) throw new Error(connected.left.message);
  return connected.right;
};

/** For many operations at once on a busy machine. */
export const patient = { operationTimeoutMS: 60_000 } as const;
