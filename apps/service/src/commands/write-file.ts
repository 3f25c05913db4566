import { lstatSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { either as E } from 'fp-ts';
import { reasonOf } from '../errors.ts';
import { storeAt } from './store-at.ts';

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
