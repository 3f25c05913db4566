import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { MongoError, type MongoServerError } from 'mongodb';
import { hasCode, notAuthorized, ownCodes, retryableCodes, storeGone } from './codes.ts';

/**
 * What an error means. After an `outage`, which ends by itself, the outcome of a write may be unknown. The
 * operator has to correct what is `misconfigured`. Any other error is a `bug`.
 */
export interface Classification {
  readonly kind: 'outage' | 'misconfigured' | 'bug';
  /** For the operator whose start it ends. */
  readonly message: string;
  /** The error for the log, without the content of a command. */
  readonly cause: unknown;
}

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
  ...ownCodes,
]);

/** Whether an error ends by itself. After it, the outcome of a write may be unknown. */
const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof MongoError)) return 'code' in error && nodeCodes.has(error.code);
  return (
    outageNames.has(error.name) ||
    retryableCodes.has(error.code) ||
    outageCodes.has(error.code) ||
    outageLabels.some((label) => error.hasErrorLabel(label))
  );
};

const refusalOf = (error: unknown): string | undefined => {
  const credentials = 'MongoDB refuses the credentials';
  const right = 'MongoDB does not allow this user what the service needs';
  if (hasCode(error, 'unauthorized')) return right;
  if ((['userNotFound', 'authenticationFailed', 'mechanismUnavailable'] as const).some((code) => hasCode(error, code)))
    return credentials;
  if (!hasCode(error, 'atlasError')) return undefined;
  if (/not allowed/i.test(error.message)) return right;
  return /auth/i.test(error.message) ? credentials : undefined;
};

/** The error of the server without its message, which may quote a document. */
export const withoutMessage = (error: MongoServerError): Error => {
  const { code, codeName, keyPattern } = error;
  const name = codeName === undefined ? '' : ` (${codeName})`;
  const fields = keyPattern === undefined ? '' : ` on ${Object.keys(keyPattern).join(', ')}`;
  return Object.assign(new Error(`an operation is refused: code ${code}${name}${fields}`), { code });
};

// The server quotes a refused command, which has names of animals, idempotency keys and digests of API keys, or a repeated value.
const withoutValues = (error: unknown): unknown => {
  if (hasCode(error, 'duplicateKey')) return withoutMessage(error);
  if (hasCode(error, 'collectionUUIDMismatch'))
    return storeGone(`the collection ${error['expectedCollection']} was dropped or replaced`);
  return hasCode(error, 'unauthorized')
    ? notAuthorized(error.message.replace(/( to execute command \{ \w+: [^,]*),.*$/s, '$1, … }'))
    : error;
};

/** Classifies an error. */
export const classify = (error: unknown): Classification => {
  const cause = withoutValues(error);
  const refusal = refusalOf(error);
  const kind = refusal !== undefined ? 'misconfigured' : isOutage(cause) ? 'outage' : 'bug';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { kind, message: `${refusal ?? 'MongoDB cannot be used'}: ${reason}`, cause };
};

/** The misconfiguration behind an error of a start; undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): StoreMisconfigured | undefined => {
  const { kind, message } = classify(error);
  return kind === 'outage' ? undefined : storeMisconfigured(message);
};
