import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { noRoom } from './errors.ts';

const { R_OK, W_OK, X_OK } = constants;

const mounts = '/proc/self/mountinfo';

/** Whether a path is a mount point. Linux writes a space in it as `\040`. */
const isMountPoint = (path: string): boolean =>
  existsSync(mounts) &&
  readFileSync(mounts, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .some(
      (point) => point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))) === path,
    );

/** Whether a disk has no room, 256 KiB, for a new file with its `-wal` and `-shm`. Some file systems do not tell. */
const isFull = (folder: string): boolean => {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks > 0 && bavail * bsize < 256 * 1024;
};

/** Returns the path behind links, next to which SQLite creates `-wal` and `-shm`, or nothing if a start creates the file. */
export const findFile = (path: string): E.Either<StoreMisconfigured, string | undefined> => {
  const refuse = (problem: string) => E.left(storeMisconfigured(`${path} ${problem}`));
  const found = statSync(path, { throwIfNoEntry: false });
  const file = found && realpathSync(path);
  if (found?.isFile() === false) return refuse('is not a regular file');
  if (file === undefined && lstatSync(path, { throwIfNoEntry: false }))
    return refuse('is a link to a file that does not exist');
  if (file !== undefined && isMountPoint(file))
    return refuse(
      'is mounted without its directory, so its -wal, which has the last changes, is lost with the container; mount the directory',
    );
  if (file !== undefined) accessSync(file, R_OK | W_OK);
  const folder = dirname(file ?? path);
  accessSync(folder, W_OK | X_OK);
  if (!found?.size && isFull(folder)) return refuse(noRoom);
  return E.right(file);
};
