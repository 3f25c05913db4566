import { closeSync, existsSync, fstatSync, lstatSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { either as E } from 'fp-ts';
import { reasonOf } from '../describe-error.ts';

/** The suffixes of the files that SQLite keeps beside a file while a process uses it, and that a killed process leaves. */
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

/** Why a path must not be replaced or removed: it belongs to `store`, that of the command, or has a name of SQLite's own. */
const storeAt = (path: string, store: string | undefined): string | undefined => {
  const real = realPath(path);
  const own = store === undefined ? [] : ['', ...suffixes].map((suffix) => realPath(store) + suffix);
  if (own.some((file) => isSameFile(real, file))) return `${path} belongs to the store: choose another name`;
  if ([path, real].some((name) => ownName.test(name)))
    return `${path} has a name that SQLite gives to files of its own: choose another name`;
  return undefined;
};

/** Why a file must not be replaced: what SQLite has left beside the old one would damage the new one. */
const remainderAt = (path: string): string | undefined => {
  const left = suffixes.find((suffix) => existsSync(realPath(path) + suffix));
  return left && `${path} has a file ${left}: a process uses it as a store, or was killed: choose another name`;
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
 * Creates a file that exists only once it is complete: `fill` writes into an empty partial file next to it, which is then renamed. If
 * one of the two exists, it is replaced only with `overwrite`; the files of SQLite next to an old partial file are removed too. A file
 * of `store` or of another SQLite store, and one that is not regular, is never replaced. Of two processes that write one file, the
 * later one succeeds. The Left is a message for the operator.
 */
export const writeFile = async <A>(
  file: string,
  { overwrite = false }: { readonly overwrite?: boolean | undefined },
  store: string | undefined,
  fill: (partial: string) => Promise<E.Either<string, A>>,
): Promise<E.Either<string, A>> => {
  const target = resolve(file);
  const partial = `${target}.partial`;
  const removePartial = (): void => {
    for (const suffix of ['', ...suffixes]) rmSync(partial + suffix, { force: true });
  };
  // It stays open, so that no other file gets its inode.
  let descriptor: number | undefined;
  const isOwn = (): boolean =>
    descriptor !== undefined &&
    statSync(partial, { bigint: true, throwIfNoEntry: false })?.ino === fstatSync(descriptor, { bigint: true }).ino;
  try {
    const problem =
      storeAt(target, store) ??
      storeAt(partial, store) ??
      remainderAt(target) ??
      inTheWayAt(target, overwrite) ??
      inTheWayAt(partial, overwrite);
    if (problem !== undefined) return E.left(problem);
    removePartial();
    descriptor = openSync(partial, 'wx', 0o600);
    const filled = await fill(partial);
    if (E.isLeft(filled)) return filled;
    if (!isOwn()) return E.left(`${target} is written by another process at the same time`);
    await rename(partial, target);
    return filled;
  } catch (error) {
    return E.left(`${target} cannot be written: ${reasonOf(error)}`);
  } finally {
    if (isOwn()) removePartial();
    if (descriptor !== undefined) closeSync(descriptor);
  }
};
