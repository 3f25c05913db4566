import { either as E } from 'fp-ts';
import { expect } from 'vitest';
import { checkPostgres, connectPostgres, type PostgresStore, type PostgresStoreOptions } from '../../src/index.ts';

/** Connects. Throws an Error with the message for the operator if that fails. */
export const connect = async (uri: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> => {
  const connected = await connectPostgres(uri, options)();
  if (E.isLeft(connected)) throw new Error(connected.left.message);
  return connected.right;
};

/** Why a store does not start, which the check says as well; `waits` if it starts and the server is not there yet. */
export const refusalOf = async (uri: string): Promise<string> => {
  const checked = await checkPostgres(uri)();
  const connected = await connectPostgres(uri)();
  if (E.isLeft(connected)) {
    expect(checked).toEqual(connected);
    return connected.left.message;
  }
  await connected.right.close();
  return E.isRight(checked) ? 'none' : 'waits';
};

/** For many operations at once on a busy machine. */
export const patient = { operationTimeoutMS: 60_000 } as const;
