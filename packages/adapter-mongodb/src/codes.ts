// MongoDB tells what went wrong by numbers, which mean the same in every version of the server.
import { MongoNetworkError, MongoServerError } from 'mongodb';

/** The codes of the server (mongo/base/error_codes.yml) that the adapter acts on. */
const codes = {
  badValue: 2,
  userNotFound: 11,
  unauthorized: 13,
  authenticationFailed: 18,
  namespaceExists: 48,
  maxTimeMSExpired: 50,
  operationNotSupportedInTransaction: 263,
  mechanismUnavailable: 334,
  collectionUUIDMismatch: 361,
  /** MongoDB Atlas, for any refusal: only the message tells the cause. */
  atlasError: 8000,
  duplicateKey: 11000,
} as const;

/** Whether the server responded with an error of this code. */
export const hasCode = (error: unknown, code: keyof typeof codes): error is MongoServerError =>
  error instanceof MongoServerError && error.code === codes[code];

/** The codes of the server after which another attempt may succeed at once, as soon as the primary is known. */
export const retryableCodes: ReadonlySet<unknown> = new Set([
  // Its network: HostUnreachable, HostNotFound, NetworkTimeout, NetworkInterfaceExceededTimeLimit, SocketException
  ...[6, 7, 89, 202, 9001],
  // The state of its replica set: FailedToSatisfyReadPreference, ReadConcernMajorityNotAvailableYet, PrimarySteppedDown,
  // NotPrimary of old servers, NotWritablePrimary, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary
  ...[133, 134, 189, 10058, 10107, 13435, 13436],
  // It stops or interrupts: CursorNotFound, ShutdownInProgress, InterruptedAtShutdown, Interrupted, …DueToReplStateChange
  ...[43, 91, 11600, 11601, 11602],
]);

/** Whether a second attempt may succeed at once, as the driver decides it for its own reads and writes. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof MongoNetworkError || (error instanceof MongoServerError && retryableCodes.has(error.code));

/** Whether MongoDB refused a document because of a unique index; with `field`, because of an index on that field. */
export const isDuplicateKey = (error: unknown, field?: string): boolean =>
  hasCode(error, 'duplicateKey') && (field === undefined || Object.hasOwn(error['keyPattern'] ?? {}, field));

/** Whether MongoDB Atlas refused a write because the database has reached its quota. Reads still work. */
export const isOverQuota = (error: unknown): boolean =>
  hasCode(error, 'atlasError') && /over your space quota/i.test(error.message);

/**
 * Whether the server has logged a connection out, because the user was dropped. The connection stays logged out even if a
 * user of that name is created again; only a new connection logs in.
 */
export const isLoggedOut = (error: unknown): boolean =>
  hasCode(error, 'unauthorized') && error.message.endsWith('requires authentication');

/** Whether no connection of the pool was free in time. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.name === 'MongoWaitQueueTimeoutError';

/** Creates the error of the server for a user without a right. */
export const notAuthorized = (message: string): MongoServerError =>
  new MongoServerError({ message, code: codes.unauthorized });

/** The codes of the errors of this adapter that end by themselves. */
export const ownCodes = ['NO_ID_LEFT', 'NO_SERVER', 'STORE_CHANGED'] as const;

const ownError = (code: (typeof ownCodes)[number], message: string): Error =>
  Object.assign(new Error(message), { code });

/** Creates the error for a new animal that cannot get an id. */
export const noIdLeft = (): Error =>
  ownError('NO_ID_LEFT', 'There is no id left for a new animal: those up to 2^53 - 1 are in use');

/** Creates the error for operations that find no server. */
export const noServer = (message: string): Error => ownError('NO_SERVER', message);

/** Creates the error of a store that another program has changed while it is used. It is compared with the schema again. */
export const storeChanged = (message: string): Error => ownError('STORE_CHANGED', message);

/** Creates the error of a store of which something was there and is not any more. */
export const storeGone = (what: string): Error => storeChanged(`the store is gone: ${what}`);

/** Whether the store must be compared with the schema again, because another program has changed it. */
export const isStoreChanged = (error: unknown): boolean =>
  hasCode(error, 'collectionUUIDMismatch') ||
  (error instanceof Error && 'code' in error && error.code === 'STORE_CHANGED');
