import { MongoServerError } from 'mongodb';

const unauthorized = 13;

/** Creates the error of the server for a user without a right. */
export const notAuthorized = (message: string): MongoServerError =>
  new MongoServerError({ message, code: unauthorized });

/**
 * Whether the server has logged a connection out, because the user was dropped. The connection stays logged out even if a
 * user of that name is created again; only a new connection logs in.
 */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === unauthorized && error.message.endsWith('requires authentication');

/**
 * The error without the command that the server quotes if a right is missing. The quote contains names of animals,
 * idempotency keys and digests of API keys, and the error goes to the log.
 */
export const withoutCommand = (error: unknown): unknown =>
  error instanceof MongoServerError && error.code === unauthorized
    ? notAuthorized(error.message.replace(/( to execute command \{ \w+: [^,]*),.*$/s, '$1, … }'))
    : error;
