import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The suffixes of the files that SQLite keeps beside a file. While a process uses the file, the first two exist. */
const suffixes = ['-wal', '-shm', '-journal'] as const;
const ownName = /-(?:wal|shm|journal)$/i;

/** The path behind links, also of a file that does not exist. */
const realPath = (path: string): string => {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
};

const isSameFile = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (first === undefined || second === undefined) return realPath(one) === realPath(other);
  return first.dev === second.dev && first.ino === second.ino;
};

/** Why a path belongs to an SQLite store, and must not be replaced or removed; `store` is that of the command. */
export const storeAt = (path: string, store: string | undefined): string | undefined => {
  const real = realPath(path);
  const own = store === undefined ? [] : ['', ...suffixes].map((suffix) => realPath(store) + suffix);
  if (own.some((file) => isSameFile(real, file))) return `${path} belongs to the store`;
  if ([path, real].some((name) => ownName.test(name)))
    return `${path} has a name that SQLite gives to files of its own`;
  const isUsed = suffixes.some((suffix) => existsSync(real + suffix));
  return isUsed ? `${path} is an SQLite file that another process uses` : undefined;
};
