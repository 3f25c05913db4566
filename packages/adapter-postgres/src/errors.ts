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

/** Waiting does not help: the server or its database is not one for this program. */
export const unusable = (message: string): PostgresError => postgresError(message, 'unusable');

/** A table, or another part of the store, does not exist. */
export const absent = (message: string): PostgresError => postgresError(message, 'absent');

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

// Codes whose messages, unlike those of others, quote no value that a statement had.
const quotesNothing = /^(?:08|0A000|25|26000|28|40|42501|42P05|53|55P03|57)/;

/** The message of an error of the server. A value may be quoted by it, or by a function, such as a trigger, in whose context it is. */
const messageOf = ({ code = '', message, detail, where }: DatabaseError, hasValues: boolean): string => {
  if (hasValues && (where || !quotesNothing.test(code)))
    return `a statement is refused: code ${code}; the log of PostgreSQL has the message`;
  return code === '42501' && detail ? `${message}: ${detail}` : message;
};

/**
 * Converts an error of the driver, whose own errors have no code. Only a message is kept, because other fields quote rows.
 * `hasValues` tells whether the statement had values.
 */
export const toPostgresError = (error: Error, hasValues = false): PostgresError => {
  const code = codeOf(error);
  if (error instanceof DatabaseError) return postgresError(messageOf(error, hasValues), code);
  if (/^(?:absent|unusable|connection)$/.test(code)) return postgresError(error.message, code);
  // If a host has several addresses, the error of Node.js has only a code.
  const message = error.message || code;
  // Of pg-pool (3.14): all connections are in use.
  if (message === 'timeout exceeded when trying to connect')
    return postgresError(
      'no connection was free in time: too many operations for pool_size, or PostgreSQL hangs, or a table is locked',
      'timeout',
    );
  if (message === 'Query read timeout') return postgresError(message, 'timeout');
  return /^SASL|does not support SSL/.test(message) ? unusable(message) : unavailable(message);
};

// Beginnings of codes after which all connections may be to a server that is no longer the right one, or may not have the prepared
// statements that fit the tables: connection errors, changed tables (0A000, 42), a read-only transaction, lost statements (26000),
// refused credentials, no such database, a shutdown or start.
const losses = /^(?:connection|absent|unusable|08|0A000|25006|26000|28|3D000|42(?!501)|57P)/;

// No response in time or no id left, an ended transaction, no such schema, deadlocks, a missing right, disk full or too many
// connections, locks, time limits, the file system, damaged files.
const outages = /^(?:timeout|2200H|25P0|3F000|40|42501|53|55|57|58|XX)/;

/** Whether the pool has to be opened again after an error, perhaps on another server. */
export const isLost = (error: unknown): boolean => losses.test(codeOf(error));

/** Whether an error means that PostgreSQL is unavailable now, or that the outcome of a write is unknown. Others are bugs. */
export const isOutage = (error: unknown): boolean => isLost(error) || outages.test(codeOf(error));

/** An error of a store that was open before: if its database or a part of it does not exist, the store is gone. */
export const asGone = (error: unknown): unknown =>
  /^(?:absent|3D000|3F000|42P01)$/.test(codeOf(error))
    ? absent(`the store is gone: ${E.toError(error).message}`)
    : error;

/** Whether another row has the id, or another unique value, of a row to be inserted. */
export const isTaken = (error: unknown): boolean => codeOf(error) === '23505';

// Codes that end a start: refused credentials, no such database or schema, tables of another program or a missing right.
const lasting = /^(?:absent|unusable|28|3D|3F|42)/;

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): StoreMisconfigured | undefined =>
  isOutage(error) && !lasting.test(codeOf(error))
    ? undefined
    : storeMisconfigured(`PostgreSQL cannot be used: ${E.toError(error).message}`);
