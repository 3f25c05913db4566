import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { either as E } from 'fp-ts';
import { reasonOf } from '../errors.ts';

/**
 * Creates a file that exists only once it is complete: `fill` writes a partial file next to it, which is then renamed. A file
 * that exists is replaced only if `overwrite` is set; an SQLite file that a process uses is never replaced. The Left is a
 * message for the operator.
 */
export const writeFile = async <A>(
  file: string,
  overwrite: boolean | undefined,
  fill: (partial: string) => Promise<E.Either<string, A>>,
): Promise<E.Either<string, A>> => {
  const target = resolve(file);
  const partial = `${target}.partial`;
  if (existsSync(`${target}-wal`) || existsSync(`${target}-shm`))
    return E.left(`${target} is in use by another process`);
  if (existsSync(target) && !overwrite) return E.left(`${target} exists already; --overwrite replaces it`);
  try {
    await rm(partial, { force: true });
    const filled = await fill(partial);
    if (E.isRight(filled)) await rename(partial, target);
    return filled;
  } catch (error) {
    return E.left(`${target} cannot be written: ${reasonOf(error)}`);
  } finally {
    await rm(partial, { force: true });
  }
};
