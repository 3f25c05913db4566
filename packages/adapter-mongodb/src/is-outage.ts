import { MongoError } from 'mongodb';
import { noIdLeftCode } from './id-sequence.ts';

/** Errors by name, because the driver does not export all of its classes. */
const outageNames: ReadonlySet<string> = new Set([
  // The network, and connections that broke during an operation
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoStalePrimaryError',
  'MongoUnexpectedServerResponseError',
  // No server, no connection or no response in time
  'MongoServerSelectionError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  // The primary has the write, but a majority does not have it (yet)
  'MongoWriteConcernError',
  // The store is being closed
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
]);

/** Error codes of the server (mongo/base/error_codes.yml). */
const outageCodes: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized: the user has lost a right, and may get it back
  18, // AuthenticationFailed: the user is gone or has another password
  43, // CursorNotFound: a list went on at a server that has lost it
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  79, // UnknownReplWriteConcern
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  117, // ConflictingOperationInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  8000, // AtlasError: refused credentials
  9001, // SocketException
  10058, // NotPrimary, as old servers say it
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  12586, // BackgroundOperationInProgressForDatabase
  12587, // BackgroundOperationInProgressForNamespace: another instance builds an index
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/** HandshakeError: no connection could be made, whatever the reason. The server sets the others. */
const outageLabels: readonly string[] = ['HandshakeError', 'RetryableWriteError', 'SystemOverloadedError'];

/** Codes of Node.js: the driver passes on errors of a socket while it writes, and errors of name lookups. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENODATA',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ESERVFAIL',
  'ETIMEDOUT',
  'ETIMEOUT',
]);

/**
 * Whether an error means that MongoDB is unavailable now, that the outcome of a write is unknown, or that no id is left for
 * a new animal. Any other error is a bug or a wrong setup.
 */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof MongoError))
    return 'code' in error && (networkCodes.has(error.code) || error.code === noIdLeftCode);
  return (
    outageNames.has(error.name) ||
    outageCodes.has(error.code) ||
    outageLabels.some((label) => error.hasErrorLabel(label))
  );
};
