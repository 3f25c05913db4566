import { MongoServerError } from 'mongodb';

const unauthorized = 13;

/** An error that says that the user lacks a right, as the server would say it. */
export const notAuthorized = (message: string): MongoServerError =>
  new MongoServerError({ message, code: unauthorized });

/**
 * Whether the server has logged a connection out: it does so when the user is dropped. The connection stays logged out
 * when a user of that name is created again, and only a new connection logs in.
 */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === unauthorized && error.message.endsWith('requires authentication');

/**
 * The error without the command that the server quotes when a right is missing. The quote holds names of animals,
 * idempotency keys and digests of API keys, and the error goes to the log.
 */
export const withoutCommand = (error: unknown): unknown =>
  error instanceof MongoServerError && error.code === unauthorized
    ? notAuthorized(error.message.replace(/( to execute command \{ \w+: [^,]*),.*$/s, '$1, … }'))
    : error;
