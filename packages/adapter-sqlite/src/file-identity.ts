import { statSync } from 'node:fs';

/** Inode and device of the database, its `-wal` and its `-shm`. */
export type FileIdentity = string;

/** The error of an operation on files that are not those that were opened. */
export class FileReplaced extends Error {}

/**
 * Reads the identity of the files under a path. While a connection is open, SQLite replaces none of them. So a different
 * identity means that another program removed or replaced a file, and that later writes would be lost.
 */
export const readFileIdentity = (file: string): FileIdentity =>
  ['', '-wal', '-shm']
    .map((suffix) => {
      const found = statSync(file + suffix, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? 'removed' : `${found.dev}:${found.ino}`;
    })
    .join(' ');

export const assertSameFile = (file: string, identity: FileIdentity): void => {
  if (readFileIdentity(file) === identity) return;
  throw new FileReplaced(
    `${file}, or its -wal or -shm file, was removed or replaced since it was opened; restart the service`,
  );
};
