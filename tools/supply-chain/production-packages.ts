import { execFileSync } from 'node:child_process';
import { projectFolder } from '../boundaries/probe-tree.ts';

type ByLicence = Readonly<Record<string, readonly { readonly name: string; readonly versions: readonly string[] }[]>>;

/** The packages of others that the service runs with, by name, as pnpm finds them. */
export const findProductionPackages = () => {
  const args = ['--filter', '@animal-store/service...', 'licenses', 'list', '--prod', '--json'];
  const listed = JSON.parse(execFileSync('pnpm', args, { cwd: projectFolder, encoding: 'utf8' })) as ByLicence;
  return Object.entries(listed)
    .flatMap(([licence, packages]) =>
      packages.flatMap(({ name, versions }) =>
        versions.map((version) => ({ name, version, licence, fullName: `${name}@${version}` })),
      ),
    )
    .toSorted((one, other) => (one.fullName < other.fullName ? -1 : 1));
};
