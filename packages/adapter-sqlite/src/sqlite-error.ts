/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
export const resultCodes = {
  perm: 3,
  busy: 5,
  locked: 6,
  nomem: 7,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  protocol: 15,
  constraint: 19,
  notadb: 26,
} as const;

const outages: readonly (number | undefined)[] = [
  resultCodes.perm,
  resultCodes.busy,
  resultCodes.locked,
  resultCodes.nomem,
  resultCodes.readonly,
  resultCodes.ioerr,
  resultCodes.corrupt,
  resultCodes.full,
  resultCodes.cantopen,
  resultCodes.protocol,
  resultCodes.notadb,
];

/** The primary result code of an error that SQLite raised; undefined for any other error. */
export const resultCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Whether another connection has the lock, so that a retry may succeed soon. */
export const isBusy = (error: unknown): boolean =>
  resultCodeOf(error) === resultCodes.busy || resultCodeOf(error) === resultCodes.locked;

/** Whether the file or the disk is the cause: locked, full, damaged or not accessible. Any other error is a bug. */
export const isOutage = (error: unknown): boolean => outages.includes(resultCodeOf(error));
