import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Which service this is. */
export interface Version {
  /** The version in the `package.json` of the service. */
  readonly version: string;
  /** The commit that it was built from, which the build of the image sets as `ANIMAL_STORE_REVISION`, or that is checked out. */
  readonly revision?: string;
}

/** The version in the `package.json` of the service. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Version;

/** The commit of a checkout; undefined for an installed package, and without git. */
const readCommit = (): string | undefined => {
  const checkout = fileURLToPath(new URL('../../..', import.meta.url));
  if (!existsSync(`${checkout}/.git`)) return undefined;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
};

/** Reads the version. A revision is a word of at most 64 characters. */
export const readVersion = ({ ANIMAL_STORE_REVISION }: NodeJS.ProcessEnv): Version => {
  const revision = ANIMAL_STORE_REVISION || readCommit();
  return revision !== undefined && /^[\w.-]{1,64}$/.test(revision) ? { version, revision } : { version };
};

/** The version for a person, such as `1.0.0 (revision 79d4413…)`. */
export const versionText = ({ revision }: Version): string =>
  revision === undefined ? version : `${version} (revision ${revision})`;
