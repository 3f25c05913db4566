import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { MongoError, MongoNetworkError, MongoServerError } from 'mongodb';

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

/** Whether the server responded with an error of one of these codes. */
export const hasCode = (error: unknown, ...names: readonly (keyof typeof codes)[]): error is MongoServerError =>
  error instanceof MongoServerError && names.some((name) => error.code === codes[name]);

/** Codes of the server after which another attempt may succeed at once, as soon as the primary is known. */
const retryableCodes: readonly unknown[] = [
  // Its network: HostUnreachable, HostNotFound, NetworkTimeout, NetworkInterfaceExceededTimeLimit, SocketException
  ...[6, 7, 89, 202, 9001],
  // The state of its replica set: FailedToSatisfyReadPreference, ReadConcernMajorityNotAvailableYet, PrimarySteppedDown,
  // NotPrimary of old servers, NotWritablePrimary, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary
  ...[133, 134, 189, 10058, 10107, 13435, 13436],
  // It stops or interrupts: CursorNotFound, ShutdownInProgress, InterruptedAtShutdown, Interrupted, …DueToReplStateChange
  ...[43, 91, 11600, 11601, 11602],
];

const outageCodes: readonly unknown[] = [
  ...retryableCodes,
  // Time and majority: MaxTimeMSExpired, WriteConcernTimeout, UnknownReplWriteConcern, UnsatisfiableWriteConcern, ExceededTimeLimit
  ...[50, 64, 79, 100, 262],
  // Another instance prepares the same: ConflictingOperationInProgress, BackgroundOperationInProgressFor…
  ...[117, 12586, 12587],
  // It takes no writes for now: UserWritesBlocked, OutOfDiskSpace
  ...[371, 14031],
  codes.atlasError,
];

/** Errors of the driver by name, because it does not export all of its classes. */
const outageNames: readonly string[] = [
  ...['MongoNetworkError', 'MongoNetworkTimeoutError', 'MongoPoolClearedError', 'PoolClearedOnNetworkError'],
  ...['MongoStalePrimaryError', 'MongoUnexpectedServerResponseError', 'MongoWriteConcernError'],
  ...['MongoServerSelectionError', 'MongoWaitQueueTimeoutError', 'MongoOperationTimeoutError'],
  // The store is being closed.
  ...['MongoClientClosedError', 'MongoExpiredSessionError', 'MongoNotConnectedError', 'MongoPoolClosedError'],
  ...['MongoServerClosedError', 'MongoTopologyClosedError'],
];

/** HandshakeError: no connection could be made, whatever the reason. The server sets the others. */
const outageLabels: readonly string[] = ['HandshakeError', 'RetryableWriteError', 'SystemOverloadedError'];

/** Codes of Node.js: the driver passes on errors of a socket while it writes, and errors of name lookups. */
const nodeCodes: readonly unknown[] = [
  ...['EADDRNOTAVAIL', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['EPIPE', 'ERR_STREAM_DESTROYED', 'ETIMEDOUT'],
  ...['EAI_AGAIN', 'ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT'],
];

/** The error of a store that cannot be used for now, as the adapter itself has found. */
export class StoreUnusable extends Error {}

/** Another program has changed the store while it is used, so it is compared with the schema again. */
export class StoreChanged extends StoreUnusable {}

/** Creates the error of a store of which something was there and is not any more. */
export const storeGone = (what: string): StoreChanged => new StoreChanged(`the store is gone: ${what}`);

/** Creates the error of the server for a user without a right. */
export const notAuthorized = (message: string): MongoServerError =>
  new MongoServerError({ message, code: codes.unauthorized });

/** Whether a second attempt may succeed at once, as the driver decides it for its own reads and writes. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof MongoNetworkError || (error instanceof MongoServerError && retryableCodes.includes(error.code));

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

/** Whether the server refuses the credentials or a right: a start ends, and a store that is used waits. */
const isRefused = (error: unknown): boolean =>
  hasCode(error, 'unauthorized', 'userNotFound', 'authenticationFailed', 'mechanismUnavailable') ||
  (hasCode(error, 'atlasError') && /not allowed|auth/i.test(error.message));

const isOutage = (error: unknown): boolean => {
  if (!(error instanceof MongoError))
    return (
      error instanceof StoreUnusable || (error instanceof Error && 'code' in error && nodeCodes.includes(error.code))
    );
  return (
    outageNames.includes(error.name) ||
    outageCodes.includes(error.code) ||
    outageLabels.some((label) => error.hasErrorLabel(label))
  );
};

/** Whether MongoDB is unavailable now. The outcome of a write may be unknown. Any other error is a bug. */
export const isUnavailable = (error: unknown): boolean => isRefused(error) || isOutage(error);

/** An error of the server without its message, which may quote a document. */
export const withoutMessage = (error: unknown): unknown => {
  if (!(error instanceof MongoServerError)) return error;
  const { code, codeName, keyPattern } = error;
  const name = codeName === undefined ? '' : ` (${codeName})`;
  const fields = keyPattern === undefined ? '' : ` on ${Object.keys(keyPattern).join(', ')}`;
  return new Error(`an operation is refused: code ${code}${name}${fields}`);
};

/**
 * An error for the log and the operator. The server quotes a repeated value, and a refused command, which has names of animals,
 * idempotency keys and digests of API keys.
 */
export const withoutValues = (error: unknown): unknown => {
  if (isDuplicateKey(error)) return withoutMessage(error);
  if (hasCode(error, 'collectionUUIDMismatch'))
    return storeGone(`the collection ${error['expectedCollection']} was dropped or replaced`);
  return hasCode(error, 'unauthorized')
    ? notAuthorized(error.message.replace(/( to execute command \{ \w+: [^,]*),.*$/s, '$1, … }'))
    : error;
};

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): StoreMisconfigured | undefined => {
  const cause = withoutValues(error);
  const isLasting = isRefused(cause) || !isOutage(cause);
  return isLasting ? storeMisconfigured(`MongoDB cannot be used: ${E.toError(cause).message}`) : undefined;
};
