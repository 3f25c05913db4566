import { execFileSync } from 'node:child_process';
import { projectFolder } from '../boundaries/probe-tree.ts';

/** A package that the service brings along. */
export interface ProductionPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

type ByLicence = Readonly<Record<string, readonly { readonly name: string; readonly versions: readonly string[] }[]>>;

const fullName = ({ name, version }: ProductionPackage): string => `${name}@${version}`;

/** The packages of others that the service runs with, by name, as pnpm finds them. */
export const findProductionPackages = (): readonly ProductionPackage[] => {
  const args = ['--filter', '@animal-store/service...', 'licenses', 'list', '--prod', '--json'];
  const listed = JSON.parse(execFileSync('pnpm', args, { cwd: projectFolder, encoding: 'utf8' })) as ByLicence;
  return Object.entries(listed)
    .flatMap(([licence, packages]) =>
      packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, licence }))),
    )
    .toSorted((one, other) => (fullName(one) < fullName(other) ? -1 : 1));
};
