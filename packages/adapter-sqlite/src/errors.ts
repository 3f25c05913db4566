import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';

/** The error of an operation on a file that cannot be used now: it was replaced, changed or closed, or is used up. */
export class FileUnusable extends Error {}

/** A file that a start refuses, because waiting does not help. The message is for the operator. */
export class FileRefused extends FileUnusable {}

const noAccess =
  'cannot be read and written by this user, or its directory cannot (SQLite creates two files next to it)';

// Primary result codes of SQLite (https://sqlite.org/rescode.html), and codes of Node.js.
const lasting: Readonly<Record<string, string>> = {
  3: noAccess, // PERM
  8: noAccess, // READONLY
  11: 'is damaged; restore it from a backup', // CORRUPT
  14: noAccess, // CANTOPEN
  26: 'is not an SQLite database', // NOTADB
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOENT: 'cannot be made, because its directory does not exist',
  ENOTDIR: 'cannot be made, because a part of its path is not a directory',
};

/** BUSY, LOCKED, NOMEM, IOERR, FULL, PROTOCOL: a lock ends, and a disk gets room. */
const passing: readonly unknown[] = [5, 6, 7, 10, 13, 15, 'ENOSPC', 'EDQUOT', 'EIO'];

/** The primary result code of SQLite, which is the low byte of an extended one, or the code of Node.js. */
const codeOf = (error: unknown): string | number => {
  if (!(error instanceof Error)) return '';
  const { code = '', errcode } = error as { readonly code?: string; readonly errcode?: number };
  return errcode === undefined ? code : errcode & 0xff;
};

/** Whether another connection has the lock, so that a retry may succeed soon. */
export const isBusy = (error: unknown): boolean => [5, 6].some((code) => code === codeOf(error));

/** Whether the file or the disk is the cause: locked, full, damaged, replaced or closed. Any other error is a bug. */
export const isOutage = (error: unknown): boolean =>
  error instanceof FileUnusable || codeOf(error) in lasting || passing.includes(codeOf(error));

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why there is a problem with a file: what the operator has to correct, or else the problem and the message of the error. */
export const reasonOf = (problem: string, error: unknown): string =>
  lasting[codeOf(error)] ?? `${problem}: ${messageOf(error)}`;

/** Why a file cannot be opened. It is refused, unless the cause passes by itself. */
export const refusalOf = (file: string, error: unknown): unknown =>
  error instanceof FileUnusable || passing.includes(codeOf(error))
    ? error
    : new FileRefused(`${file} ${reasonOf('cannot be opened', error)}`);

/** The failure that the operator has to correct, or undefined if waiting may help. */
export const misconfigurationOf = (error: unknown): StoreMisconfigured | undefined =>
  error instanceof FileRefused ? storeMisconfigured(error.message) : undefined;
