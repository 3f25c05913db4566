import { MongoError } from 'mongodb';

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

/** The other codes of the server that mean an outage, by what happened to it. */
const outageCodes: ReadonlySet<unknown> = new Set([
  // Time and majority: MaxTimeMSExpired, WriteConcernTimeout, UnknownReplWriteConcern, UnsatisfiableWriteConcern, ExceededTimeLimit
  ...[50, 64, 79, 100, 262],
  // Another instance prepares the same: ConflictingOperationInProgress, BackgroundOperationInProgressFor…
  ...[117, 12586, 12587],
  // It takes no writes for now: UserWritesBlocked, OutOfDiskSpace
  ...[371, 14031],
  // MongoDB Atlas, for any refusal: only the message tells the cause.
  8000,
]);

/** Errors of the driver by name, because it does not export all of its classes. */
const outageNames: ReadonlySet<string> = new Set([
  ...['MongoNetworkError', 'MongoNetworkTimeoutError', 'MongoPoolClearedError', 'PoolClearedOnNetworkError'],
  ...['MongoStalePrimaryError', 'MongoUnexpectedServerResponseError', 'MongoWriteConcernError'],
  ...['MongoServerSelectionError', 'MongoWaitQueueTimeoutError', 'MongoOperationTimeoutError'],
  // The store is being closed.
  ...['MongoClientClosedError', 'MongoExpiredSessionError', 'MongoNotConnectedError', 'MongoPoolClosedError'],
  ...['MongoServerClosedError', 'MongoTopologyClosedError'],
]);

/** HandshakeError: no connection could be made, whatever the reason. The server sets the others. */
const outageLabels: readonly string[] = ['HandshakeError', 'RetryableWriteError', 'SystemOverloadedError'];

/** Codes of Node.js: the driver passes on errors of a socket while it writes, and errors of name lookups. */
const nodeCodes: ReadonlySet<unknown> = new Set([
  ...['EADDRNOTAVAIL', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['EPIPE', 'ERR_STREAM_DESTROYED', 'ETIMEDOUT'],
  ...['EAI_AGAIN', 'ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT'],
  // The errors `noIdLeft`, `noServer` and `storeChanged` of this adapter.
  ...['NO_ID_LEFT', 'NO_SERVER', 'STORE_CHANGED'],
]);

/** Whether an error ends by itself. After it, the outcome of a write may be unknown. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof MongoError)) return 'code' in error && nodeCodes.has(error.code);
  return (
    outageNames.has(error.name) ||
    retryableCodes.has(error.code) ||
    outageCodes.has(error.code) ||
    outageLabels.some((label) => error.hasErrorLabel(label))
  );
};
