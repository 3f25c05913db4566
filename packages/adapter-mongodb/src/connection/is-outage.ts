import { MongoError } from 'mongodb';
import { noIdLeftCode } from './no-id-left.ts';
import { outageCodes } from './server-codes.ts';

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
 * Whether an error means that MongoDB is unavailable now, that the outcome of a write is unknown, or that no id or no space
 * is left for a new animal. Any other error is a bug or a wrong setup.
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
