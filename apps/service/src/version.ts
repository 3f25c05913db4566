import { readFileSync } from 'node:fs';

/** Which service this is. */
export interface Version {
  /** The version in the `package.json` of the service. */
  readonly version: string;
  /** The commit that it was built from, which the build of the image sets as `ANIMAL_STORE_REVISION`. */
  readonly revision?: string;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Version;

/** Reads the version. A revision is a word of at most 64 characters. */
export const readVersion = ({ ANIMAL_STORE_REVISION: revision = '' }: NodeJS.ProcessEnv): Version =>
  /^[\w.-]{1,64}$/.test(revision) ? { version, revision } : { version };

/** The version for a person, such as `1.0.0 (revision 79d4413…)`. */
export const versionText = ({ revision }: Version): string =>
  revision === undefined ? version : `${version} (revision ${revision})`;
