import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { lstat, open, rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { either as E } from 'fp-ts';

/** Whether an existing file is replaced; an SQLite file in use, and a file that belongs to a database, never is. */
export interface NewFileOptions {
  /** `false` is the choice of a person, who can give the option --overwrite instead. */
  readonly overwrite: boolean | 'never';
  /** Says why an existing file must not be replaced, even with --overwrite. */
  readonly refuse?: (file: string) => string | undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'a part of its path is not a directory',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'another process writes it now',
};

/** The path that is replaced: of a link, the file that it leads to. SQLite puts `-wal` and `-shm` next to that file. */
export const followLink = (path: string): string => {
  const target = resolve(path);
  try {
    return lstatSync(target).isSymbolicLink() ? realpathSync(target) : target;
  } catch {
    return target;
  }
};

/** The files that SQLite keeps next to a database. Each of them may have acknowledged animals. */
const partOfDatabase = /-(?:wal|shm|journal)$/;

const refusalOf = async (target: string, { overwrite, refuse }: NewFileOptions): Promise<string | undefined> => {
  // An open SQLite file has them, whichever store the command reads.
  if (existsSync(`${target}-wal`) || existsSync(`${target}-shm`)) return `${target} is in use by another process`;
  const database = target.replace(partOfDatabase, '');
  if (database !== target && existsSync(database)) return `${target} would belong to the database ${database}`;
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) {
    const isLink = await lstat(target).then(
      () => true,
      () => false,
    );
    return isLink ? `${target} is a link to a file that does not exist` : undefined;
  }
  if (!found.isFile()) return `${target} is not a regular file`;
  const refusal = refuse?.(target);
  if (refusal !== undefined) return refusal;
  if (overwrite === true) return undefined;
  return `${target} exists already${overwrite === 'never' ? '' : '; --overwrite replaces it'}`;
};

const openAndSync = async (path: string, flags: string): Promise<void> => {
  const file = await open(path, flags, 0o600);
  await file.sync();
  await file.close();
};

/**
 * Creates a file of mode 0600, which exists only once it is complete. `write` fills a partial file in the same folder. That
 * is renamed once it is on the disk, and removed after a failure or when the process exits. A link stays, and the file that
 * it leads to is replaced. The Left is a message for the operator.
 */
export const writeNewFile = async <A>(
  path: string,
  options: NewFileOptions,
  write: (partial: string) => Promise<E.Either<string, A>>,
): Promise<E.Either<string, A>> => {
  const target = followLink(path);
  const partial = `${target}.partial`;
  const removePartial = (): void => rmSync(partial, { force: true });
  const refusal = await refusalOf(target, options);
  if (refusal !== undefined) return E.left(refusal);
  try {
    await openAndSync(partial, 'wx');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const hint = code === 'EEXIST' ? `, or one has left ${partial}: then remove that` : '';
    return E.left(`${target} cannot be written: ${reasons[code] ?? message}${hint}`);
  }
  process.once('exit', removePartial);
  try {
    const written = await write(partial);
    if (E.isLeft(written)) return written;
    await openAndSync(partial, 'r+');
    // Another process may have created the file in the meantime.
    const late = await refusalOf(target, options);
    if (late !== undefined) return E.left(late);
    await rename(partial, target);
    await openAndSync(dirname(target), 'r');
    return written;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return E.left(`${target} cannot be written: ${reasons[code] ?? message}`);
  } finally {
    process.off('exit', removePartial);
    removePartial();
  }
};
