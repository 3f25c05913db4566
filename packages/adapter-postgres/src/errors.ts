import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { DatabaseError } from 'pg';

/**
 * An error of PostgreSQL, with the SQLSTATE as its code, or of the connection to it. The code of the latter is `connection`
 * (none could be made, or it broke), `timeout` (no response in time, or no connection free), `absent` or `unusable`.
 */
export type PostgresError = Error & { readonly code: string };

export const postgresError = (message: string, code: string): PostgresError =>
  Object.assign(new Error(message), { code });

/** An outage: the server cannot be reached, or the store is closed. */
export const unavailable = (message: string): PostgresError => postgresError(message, 'connection');

/** The server accepts no writes: it is a standby, or has become one. */
export const readOnly = (): PostgresError => postgresError('The server is read-only, as a standby is', '25006');

/** Waiting does not help: the server or its database is not one for this program. */
export const unusable = (message: string): PostgresError => postgresError(message, 'unusable');

/** A table, or another part of the store, does not exist. */
export const absent = (message: string): PostgresError => postgresError(message, 'absent');

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

// Codes whose messages, unlike those of others, quote no value that a statement had.
const quotesNothing = /^(?:08|25|26000|28|40|42501|42P05|53|55P03|57)/;

/**
 * The message of an error of the server, or only its code, table and constraint: the error of a statement with values may quote
 * them, and so may a function, such as a trigger, in whose context it is.
 */
const messageOf = (error: DatabaseError, hasValues: boolean): string => {
  const { code = '', message, detail, where, table, column, constraint } = error;
  const isPlan = message === 'cached plan must not change result type';
  if (!hasValues || isPlan || (!where && quotesNothing.test(code)))
    return code === '42501' && detail ? `${message}: ${detail}` : message;
  const names = Object.entries(where ? {} : { table, column, constraint });
  const places = ['', ...names.flatMap(([kind, name]) => (name ? [`${kind} ${name}`] : []))];
  return `a statement is refused: code ${code}${places.join(', ')}; the log of PostgreSQL has the message`;
};

/**
 * Converts an error of the driver, whose own errors have no code. Only a message is kept, because other fields quote rows.
 * `hasValues` tells whether the statement had values.
 */
export const toPostgresError = (error: Error, hasValues = false): PostgresError => {
  const code = codeOf(error);
  // If a host has several addresses, the error of Node.js has only a code.
  const message = error.message || code;
  if (error instanceof DatabaseError) return postgresError(messageOf(error, hasValues), code);
  if (/^(?:absent|unusable|25006)$/.test(code)) return postgresError(message, code);
  // Of pg-pool (3.14): all connections are in use.
  if (message === 'timeout exceeded when trying to connect')
    return postgresError(
      'no connection was free in time: too many operations for pool_size, or PostgreSQL hangs, or a table is locked',
      'timeout',
    );
  if (message === 'Query read timeout')
    return postgresError(`PostgreSQL did not respond in time: ${message}`, 'timeout');
  if (message.startsWith('SASL')) return postgresError(`the server asks for another password: ${message}`, '28P01');
  return message.includes('does not support SSL') ? unusable(message) : unavailable(message);
};

// Beginnings of codes after which all connections may be to a server that is no longer the right one, or to tables that were
// changed (0A000, 42): connection errors, a read-only transaction, refused credentials, no such database, a shutdown or start.
const losses = /^(?:connection|absent|unusable|08|0A000|25006|28|3D000|42(?!501|P05)|57P)/;

// No response in time or no id left, an ended transaction, a lost prepared statement, no such schema, deadlocks, a missing right,
// disk full or too many connections, locks, time limits, the file system, damaged files.
const outages = /^(?:timeout|2200H|25P0|26000|3F000|40|42501|42P05|53|55|57|58|XX)/;

/** Whether the pool has to be opened again after an error, perhaps on another server. */
export const isLost = (error: unknown): boolean => losses.test(codeOf(error));

/** Whether an error means that PostgreSQL is unavailable now, or that the outcome of a write is unknown. Others are bugs. */
export const isOutage = (error: unknown): boolean => isLost(error) || outages.test(codeOf(error));

/** An error of a store that was open before: if its database or a part of it does not exist, the store is gone. */
export const asGone = (error: unknown): unknown =>
  /^(?:absent|3D000|3F000|42P01)$/.test(codeOf(error))
    ? absent(`the store is gone: ${E.toError(error).message}`)
    : error;

/** Whether a connection has lost its prepared statements or has those of others: a pooler shares it. */
export const isShared = (error: unknown): boolean => /^(?:26000|42P05)$/.test(codeOf(error));

/**
 * Whether the prepared statements of a connection may be outdated: PostgreSQL keeps the types of their values and of their
 * result as they were when the connection prepared them, even if a column has another type since.
 */
export const isOutdated = (error: unknown): boolean => /^(?:0A000|22|42(?!501))/.test(codeOf(error));

/** Whether another row has the id, or another unique value, of a row to be inserted. */
export const isTaken = (error: unknown): boolean => codeOf(error) === '23505';

// Codes that end a start: refused credentials, no such database or schema, tables of another program or a missing right.
const lasting = /^(?:absent|unusable|28|3D|3F|42)/;

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): StoreMisconfigured | undefined =>
  isOutage(error) && !lasting.test(codeOf(error))
    ? undefined
    : storeMisconfigured(`PostgreSQL cannot be used: ${E.toError(error).message}`);
