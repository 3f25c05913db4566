import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { MongoServerError, MongoServerSelectionError } from 'mongodb';
import { isOutage } from './is-outage.ts';

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
  /** MongoDB Atlas, for any refusal: only the message tells the cause. */
  atlasError: 8000,
  duplicateKey: 11000,
} as const;

// A package or a credential that the driver needs is missing, or the server is too old or too new for the driver.
const lastingNames: ReadonlySet<string> = new Set([
  ...['MongoMissingDependencyError', 'MongoMissingCredentialsError', 'MongoCompatibilityError'],
]);

/** Codes of Node.js and OpenSSL for a wrong certificate or key; one that has expired may be renewed meanwhile. */
const lastingCodes =
  /^(?:CERT_(?:REJECTED|REVOKED|SIGNATURE|UNTRUSTED)|DEPTH_ZERO_|ERR_(?:CRYPTO|MISSING_PASSPHRASE|OSSL|SSL|TLS_CERT)|HOSTNAME_|INVALID_|SELF_SIGNED_|UNABLE_TO_)/;

/** Describes the fault that the operator must correct before any attempt can succeed, if the error or its cause names one. */
const lastingFailureOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (lastingNames.has(error.name)) return 'MongoDB cannot be used';
  // For example, OIDC without its variable. One with a cause tells that a request for credentials failed.
  if (error.name === 'MongoAWSError' && error.cause === undefined) return 'MongoDB cannot be used';
  if ('code' in error && lastingCodes.test(String(error.code))) return 'MongoDB cannot be used, because TLS fails';
  if (!(error instanceof MongoServerSelectionError)) return lastingFailureOf(error.cause);
  const { servers, setName } = error.reason ?? {};
  // The driver forgets each host that does not belong to the replica set.
  if (setName && servers?.size === 0) return `MongoDB cannot be used, because no host belongs to replicaSet=${setName}`;
  const failures = [...(servers?.values() ?? [])].map((server) => lastingFailureOf(server.error));
  // While one server is merely away, it may be the right one.
  return failures.includes(undefined) ? undefined : failures[0];
};

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

/** Creates the error for a new animal that cannot get an id. */
export const noIdLeft = (): Error =>
  Object.assign(new Error('There is no id left for a new animal: those up to 2^53 - 1 are in use'), {
    code: 'NO_ID_LEFT',
  });

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
  return hasCode(error, 'unauthorized')
    ? notAuthorized(error.message.replace(/( to execute command \{ \w+: [^,]*),.*$/s, '$1, … }'))
    : error;
};

/** Whether no connection of the pool was free in time. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.name === 'MongoWaitQueueTimeoutError';

/** Classifies an error. */
export const classify = (error: unknown): Classification => {
  const cause = withoutValues(error);
  const refusal = refusalOf(error) ?? lastingFailureOf(error);
  const kind = refusal !== undefined ? 'misconfigured' : isOutage(error) ? 'outage' : 'bug';
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
