import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { isOutage, retryableCodes } from './is-outage.ts';

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

/** Creates the error of the server for a user without a right. */
export const notAuthorized = (message: string): MongoServerError =>
  new MongoServerError({ message, code: codes.unauthorized });

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** Creates the error for a new animal that cannot get an id. */
export const noIdLeft = (): Error =>
  withCode('NO_ID_LEFT', 'There is no id left for a new animal: those up to 2^53 - 1 are in use');

/** Creates the error for operations that find no server. */
export const noServer = (message: string): Error => withCode('NO_SERVER', message);

/** Creates the error of a store that another program has changed while it is used. It is compared with the schema again. */
export const storeChanged = (message: string): Error => withCode('STORE_CHANGED', message);

/** Creates the error of a store of which something was there and is not any more. */
export const storeGone = (what: string): Error => storeChanged(`the store is gone: ${what}`);

/** Whether the store must be compared with the schema again, because another program has changed it. */
export const isStoreChanged = (error: unknown): boolean =>
  hasCode(error, 'collectionUUIDMismatch') ||
  (error instanceof Error && 'code' in error && error.code === 'STORE_CHANGED');

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

/** Whether no connection of the pool was free in time. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.name === 'MongoWaitQueueTimeoutError';

/** Whether a second attempt may succeed at once, as the driver decides it for its own reads and writes. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof MongoNetworkError || (error instanceof MongoServerError && retryableCodes.has(error.code));

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
