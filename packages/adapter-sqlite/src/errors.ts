import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
/** The error of an operation on a file that was replaced or changed by another program, or that is used up. */
export class FileUnusable extends Error {}

const noAccess =
  'cannot be read and written by this user, or its directory cannot (SQLite creates two files next to it)';

export const noRoom = 'cannot be made, because the disk is full';

// Primary result codes of SQLite (https://sqlite.org/rescode.html), and codes of Node.js.
const reasons: Readonly<Record<string, string>> = {
  3: noAccess, // PERM
  5: 'is locked by another process', // BUSY
  6: 'is locked by another process', // LOCKED
  8: noAccess, // READONLY
  11: 'is damaged; restore it from a backup', // CORRUPT
  14: noAccess, // CANTOPEN
  26: 'is not an SQLite database', // NOTADB
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOENT: 'cannot be made, because its directory does not exist',
  ENOTDIR: 'cannot be made, because a part of its path is not a directory',
  ENOSPC: noRoom,
};

/** NOMEM, IOERR, FULL and PROTOCOL: in these states the file cannot be used either, but it may be later. */
const passing = [7, 10, 13, 15];

/** The extended code SQLITE_CONSTRAINT_CHECK. Only an id above 2^53 − 1 breaks a CHECK, because all else was decoded. */
const noIdLeft = 275;

interface Codes {
  readonly code?: string;
  readonly errcode?: number;
}

const codesOf = (error: unknown): Codes => (error instanceof Error ? (error as Codes) : {});

/** The low byte of an extended result code is the primary one. */
const resultCodeOf = ({ errcode }: Codes): number | undefined => (errcode === undefined ? undefined : errcode & 0xff);

/** Whether another connection has the lock, so that a retry may succeed soon. */
export const isBusy = (error: unknown): boolean => [5, 6].includes(resultCodeOf(codesOf(error)) ?? 0);

/** Whether the file or the disk is the cause: locked, full, damaged, replaced or closed. Any other error is a bug. */
export const isOutage = (error: unknown): boolean => {
  const codes = codesOf(error);
  const result = resultCodeOf(codes) ?? 0;
  return (
    error instanceof FileUnusable ||
    codes.code === 'ERR_INVALID_STATE' || // closed
    codes.errcode === noIdLeft ||
    result in reasons ||
    passing.includes(result)
  );
};

// ERROR, and the constraints of functions, triggers and virtual tables. Other messages name columns, and no values.
const quoting: readonly unknown[] = [1, 1043, 1811, 2323];

/** The error of a statement without a message in which a trigger or the expression of an index may quote a row. */
export const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof Error && 'errcode' in error && quoting.includes(error.errcode))) return error;
  const { errcode, errstr } = error as { readonly errcode: number; readonly errstr?: string };
  return Object.assign(new Error(`a statement is refused: code ${errcode}, ${errstr}`), { errcode });
};

/** The failure that ends an attempt to do something with a file, such as `cannot be opened`. */
export const failureOf = (file: string, problem: string, error: unknown): StoreMisconfigured =>
  misconfigurationOf(file, error) ??
  storeMisconfigured(`${file} ${problem}: ${error instanceof Error ? error.message : String(error)}`);

/** The failure that the operator has to correct, or undefined if waiting may help, for example if the disk is full. */
export const misconfigurationOf = (file: string, error: unknown): StoreMisconfigured | undefined => {
  const codes = codesOf(error);
  const reason = reasons[resultCodeOf(codes) ?? codes.code ?? ''];
  return reason === undefined ? undefined : storeMisconfigured(`${file} ${reason}`);
};
