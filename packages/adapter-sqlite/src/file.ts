// SQLite keeps a store in files that anyone with access can remove, replace or restore, also while they are open.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { FileRefused, FileUnusable } from './errors.ts';

const { R_OK, W_OK, X_OK } = constants;

const mounts = '/proc/self/mountinfo';

/** Whether a path is a mount point. Linux writes a space in it as `\040`. */
const isMountPoint = (path: string): boolean =>
  existsSync(mounts) &&
  readFileSync(mounts, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .map((point) => point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))))
    .includes(path);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The largest file of a first start that was killed before it had a `-wal`: one page. */
const firstPage = 4_096;

/**
 * Returns the path behind links, next to which SQLite creates `-wal` and `-shm`, or nothing if a start creates the file. Throws
 * `FileRefused`, or the error of Node.js, if it cannot be used.
 */
export const findFile = (path: string): string | undefined => {
  const refuse = (problem: string): never => {
    throw new FileRefused(`${path} ${problem}`);
  };
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined && lstatSync(path, { throwIfNoEntry: false }))
    refuse('is a link to a file that does not exist');
  if (found?.isFile() === false) refuse('is not a regular file');
  const file = found === undefined ? path : realpathSync(path);
  if (isMountPoint(file))
    refuse(
      'is mounted without its directory, so its -wal, which has the last changes, is lost with the container; mount the directory',
    );
  if (found !== undefined) accessSync(file, R_OK | W_OK);
  accessSync(dirname(file), W_OK | X_OK);
  const size = sizeOf(file);
  if (size === 0 && sizeOf(`${file}-wal`) > 0)
    refuse('is empty or missing, and its -wal is not: restore a backup, and remove the -wal');
  // SQLite undoes what a journal began. It does not know whether the file was replaced since.
  if (size > firstPage && sizeOf(`${file}-journal`) > 0)
    refuse(
      'has a -journal next to it, which would undo it: remove that if the file was restored from a backup, else open the file once with sqlite3',
    );
  return found && file;
};

/**
 * Returns the path behind links of a file, which it creates for this user only if there is none; SQLite gives its `-wal` and `-shm`
 * the same mode. Another process may have created it since.
 */
export const findOrCreateFile = (path: string): string => {
  if (findFile(path) === undefined) closeSync(openSync(path, 'a', 0o600));
  return realpathSync(path);
};

/**
 * Reads inode and device of the database, its `-wal` and its `-shm`. While a connection is open, SQLite replaces none of them. So
 * a different identity means that another program removed or replaced a file, and that later writes would be lost.
 */
const readIdentity = (file: string): string =>
  ['', '-wal', '-shm']
    .map((suffix) => {
      const found = statSync(file + suffix, { bigint: true, throwIfNoEntry: false });
      if (found === undefined) return 'removed';
      return suffix === '' && found.size === 0n ? 'emptied' : `${found.dev}:${found.ino}`;
    })
    .join(' ');

/** Returns a function that throws `FileUnusable` while what a connection has opened is not at its path. */
export const watchFile = (file: string): (() => void) => {
  const identity = readIdentity(file);
  return () => {
    if (readIdentity(file) === identity) return;
    throw new FileUnusable(
      `the store is gone: ${file}, or its -wal or -shm file, was removed, emptied or replaced; put it back, or restart the service`,
    );
  };
};
