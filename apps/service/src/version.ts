import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Which service this is. */
export interface Version {
  /** The version in the `package.json` of the service. */
  readonly version: string;
  /** The commit that it was built from; absent if that is unknown. */
  readonly revision?: string;
}

const service = new URL('../package.json', import.meta.url);
const checkout = fileURLToPath(new URL('../../../', import.meta.url));

/** The commit of a Git checkout; throws if Git is missing or fails. */
const commitOf = (folder: string): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const isRevision = (text: string | undefined): text is string => /^[\w.-]{1,64}$/.test(text ?? '');

/**
 * Reads the version. The build sets the revision as `ANIMAL_STORE_REVISION`, because an image contains no repository. In a
 * checkout it is the commit, as far as Git can tell.
 */
export const readVersion = (
  environment: NodeJS.ProcessEnv,
  folder: string = checkout,
  commit: (folder: string) => string = commitOf,
): Version => {
  const { version } = JSON.parse(readFileSync(service, 'utf8')) as { readonly version: string };
  const built = environment['ANIMAL_STORE_REVISION'];
  if (isRevision(built)) return { version, revision: built };
  if (!existsSync(`${folder}/.git`)) return { version };
  try {
    const revision = commit(folder).trim();
    return isRevision(revision) ? { version, revision } : { version };
  } catch {
    return { version };
  }
};

/** The version for a person, such as `1.0.0 (revision 79d4413…)`. */
export const versionText = ({ version, revision }: Version): string =>
  revision === undefined ? version : `${version} (revision ${revision})`;
