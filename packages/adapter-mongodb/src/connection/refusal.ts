import { MongoServerError } from 'mongodb';
import { hasCode, serverCodes } from './server-codes.ts';

/** Creates the error of the server for a user without a right. */
export const notAuthorized = (message: string): MongoServerError =>
  new MongoServerError({ message, code: serverCodes.unauthorized });

/**
 * Whether the server has logged a connection out, because the user was dropped. The connection stays logged out even if a
 * user of that name is created again; only a new connection logs in.
 */
export const isLoggedOut = (error: unknown): boolean =>
  hasCode(error, serverCodes.unauthorized) && error.message.endsWith('requires authentication');

/**
 * The error without the command that the server quotes if a right is missing. The quote contains names of animals,
 * idempotency keys and digests of API keys, and the error goes to the log.
 */
export const withoutCommand = (error: unknown): unknown =>
  hasCode(error, serverCodes.unauthorized)
    ? notAuthorized(error.message.replace(/( to execute command \{ \w+: [^,]*),.*$/s, '$1, … }'))
    : error;
