import { type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { resultCodeOf, resultCodes } from './sqlite-error.ts';

const noAccess =
  'cannot be read and written by this user, or its directory cannot (SQLite creates two files next to it)';

const reasons: Readonly<Record<number | string, string>> = {
  [resultCodes.busy]: 'is locked by another process',
  [resultCodes.locked]: 'is locked by another process',
  [resultCodes.readonly]: noAccess,
  [resultCodes.perm]: noAccess,
  [resultCodes.cantopen]: noAccess,
  [resultCodes.notadb]: 'is not an SQLite database',
  [resultCodes.corrupt]: 'is damaged; restore it from a backup',
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOENT: 'cannot be made, because its directory does not exist',
  ENOTDIR: 'cannot be made, because a part of its path is not a directory',
  ENOSPC: 'cannot be made, because the disk is full',
};

const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The failure that the operator has to correct, or undefined if waiting may help, for example if the disk is full. */
export const misconfigurationOf = (file: string, error: unknown): SqliteMisconfigured | undefined => {
  const reason = reasons[resultCodeOf(error) ?? systemCodeOf(error) ?? ''];
  return reason === undefined ? undefined : sqliteMisconfigured(`${file} ${reason}`);
};
