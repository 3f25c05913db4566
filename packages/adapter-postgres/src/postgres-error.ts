import { DatabaseError } from 'pg';

/**
 * An error of PostgreSQL, or of the way to it. It has no more than message and code of the driver's error, whose other
 * fields quote rows, because a cause is logged.
 */
export interface PostgresError extends Error {
  /**
   * The SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). Errors that are not from the server have
   * `connection` (none could be made, or it broke), `timeout` (no response in time, or no connection free), `no TLS` (the
   * server does not encrypt) or `unusable`.
   */
  readonly code: string;
}

/** Makes an error of a sentence and a code. */
export const postgresError = (message: string, code: string): PostgresError =>
  Object.assign(new Error(message), { code });

/** Makes an outage of a sentence. */
export const unavailable = (message: string): PostgresError => postgresError(message, 'connection');

/** The server can be read only: it is a standby, or was made one. */
export const readOnly = (): PostgresError => postgresError('The server is read-only, as a standby is', '25006');

/** Waiting does not help: the server or its database is not one for this program. */
export const unusable = (message: string): PostgresError => postgresError(message, 'unusable');

// The driver has no codes of its own for these. Node.js names what is wrong with a certificate.
const driverErrors: readonly (readonly [of: RegExp, code: string, says: string])[] = [
  [/^(?:Query read timeout|timeout exceeded)/, 'timeout', 'PostgreSQL did not respond in time: '],
  [/does not support SSL/, 'no TLS', ''],
  [/^SASL: .*password must be/, '28P01', 'the server asks for a password, and there is none: '],
  [/^SASL/, '28000', ''],
];
const isUntrusted = (error: Error): boolean =>
  /^(?:ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:GET|VERIFY)|CERT_(?!HAS_EXPIRED|NOT_YET))/.test(
    codeOf(error) ?? '',
  );

/** Reads an error of the driver. */
export const toPostgresError = (error: Error): PostgresError => {
  if (error instanceof DatabaseError && error.code !== undefined) return postgresError(error.message, error.code);
  const known = driverErrors.find(([of]) => of.test(error.message));
  if (known !== undefined) return postgresError(`${known[2]}${error.message}`, known[1]);
  if (isUntrusted(error)) return unusable(`the certificate of the server is not trusted: ${error.message}`);
  if (codeOf(error) === 'unusable' || codeOf(error) === '25006') return error as PostgresError;
  const detail = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return unavailable(`${error.message}${detail}`);
};

/** The code of a `PostgresError`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

// Classes of SQLSTATE, or whole codes. After these, all connections may be to a server that no longer is the right one.
const losses = [
  'connection',
  'no TLS',
  'unusable',
  '08', // connection exceptions
  '25006', // the transaction is read-only
  '28', // refused credentials
  '3D000', // the database does not exist
  '42P01', // a table does not exist: it is being restored, or was removed
  '57P', // the server shuts down or starts
];

const outages = [
  ...losses,
  'timeout',
  '2200H', // the sequence has no id left
  '3F000', // the schema does not exist
  '40', // deadlocks, and transactions that a server gave up
  '42501', // a right is missing
  '53', // disk full, out of memory, too many connections
  '55', // a lock, or a database that is being dropped
  '57', // time limits
  '58', // the file system
  'XX', // damaged files
];

const hasCodeOf =
  (codes: readonly string[]) =>
  (error: unknown): boolean =>
    codes.some((code) => codeOf(error)?.startsWith(code));

/** Whether an error means that PostgreSQL is unavailable now, or that the outcome of a write is unknown. Others are bugs. */
export const isOutage: (error: unknown) => boolean = hasCodeOf(outages);

/** Whether after an error the server has to be looked for again. */
export const isLost: (error: unknown) => boolean = hasCodeOf(losses);

/** PostgreSQL cannot be used with this set-up, and waiting does not help. The message, for the operator, has no secret. */
export interface PostgresMisconfigured {
  readonly _tag: 'PostgresMisconfigured';
  readonly message: string;
}

export const postgresMisconfigured = (message: string): PostgresMisconfigured => ({
  _tag: 'PostgresMisconfigured',
  message,
});

/** By the begin of a code. */
const refusals: readonly (readonly [code: string, sentence: string])[] = [
  ['28', 'PostgreSQL refuses the credentials'],
  ['3D', 'PostgreSQL has no such database'],
  ['42501', 'PostgreSQL does not allow this user what the service needs'],
  ['42', 'PostgreSQL cannot be used'],
  ['no TLS', 'PostgreSQL cannot be used'],
  ['unusable', 'PostgreSQL cannot be used'],
];

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): PostgresMisconfigured | undefined => {
  const refusal = refusals.find(([code]) => codeOf(error)?.startsWith(code))?.[1];
  if (refusal === undefined && isOutage(error)) return undefined;
  const detail = error instanceof Error ? error.message : String(error);
  return postgresMisconfigured(`${refusal ?? 'PostgreSQL cannot be used'}: ${detail}`);
};
