import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { either as E } from 'fp-ts';
import { reasonOf } from '../describe-error.ts';

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
const storeAt = (path: string, store: string | undefined): string | undefined => {
  const real = realPath(path);
  const own = store === undefined ? [] : ['', ...suffixes].map((suffix) => realPath(store) + suffix);
  if (own.some((file) => isSameFile(real, file))) return `${path} belongs to the store`;
  if ([path, real].some((name) => ownName.test(name)))
    return `${path} has a name that SQLite gives to files of its own`;
  const isUsed = suffixes.some((suffix) => existsSync(real + suffix));
  return isUsed ? `${path} is an SQLite file that another process uses` : undefined;
};

/** Why a path cannot be replaced, whatever its name. A link is replaced, and not the file behind it. */
const inTheWayAt = (path: string, overwrite: boolean): string | undefined => {
  const options = { throwIfNoEntry: false } as const;
  const behindLink = statSync(path, options);
  if (behindLink !== undefined && !behindLink.isFile()) return `${path} is not a regular file: choose another name`;
  const exists = lstatSync(path, options) !== undefined;
  return exists && !overwrite ? `${path} exists already; --overwrite replaces it` : undefined;
};

/**
 * Creates a file that exists only once it is complete: `fill` writes a partial file next to it, which is then renamed. Each of the
 * two is replaced only if `overwrite` is set; what belongs to `store`, or to another SQLite store that a process uses, and what is no
 * regular file never is. The Left is a message for the operator.
 */
export const writeFile = async <A>(
  file: string,
  { overwrite = false }: { readonly overwrite?: boolean | undefined },
  store: string | undefined,
  fill: (partial: string) => Promise<E.Either<string, A>>,
): Promise<E.Either<string, A>> => {
  const target = resolve(file);
  const partial = `${target}.partial`;
  try {
    const problem = storeAt(target, store) ?? storeAt(partial, store);
    if (problem !== undefined) return E.left(`${problem}: choose another name`);
    const inTheWay = inTheWayAt(target, overwrite) ?? inTheWayAt(partial, overwrite);
    if (inTheWay !== undefined) return E.left(inTheWay);
    await rm(partial, { force: true });
  } catch (error) {
    return E.left(`${target} cannot be written: ${reasonOf(error)}`);
  }
  try {
    const filled = await fill(partial);
    if (E.isRight(filled)) await rename(partial, target);
    return filled;
  } catch (error) {
    return E.left(`${target} cannot be written: ${reasonOf(error)}`);
  } finally {
    await rm(partial, { force: true });
  }
};
