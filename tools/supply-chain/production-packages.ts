import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';

/** A package that the service brings along. */
export interface ProductionPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The size of its files, without the packages that it needs itself. */
  readonly bytes: number;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

// As Node.js looks for it: in the nearest folder above that has it.
const find = (name: string, from: string): string | undefined => {
  const place = join(from, 'node_modules', name);
  if (existsSync(place)) return realpathSync(place);
  return dirname(from) === from ? undefined : find(name, dirname(from));
};

// Optional dependencies, and those that an override of the workspace removes, may not be installed, so they do not ship.
const dependenciesOf = (folder: string): readonly string[] => {
  const { dependencies, optionalDependencies, peerDependencies } = readManifest(folder);
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .map((name) => find(name, folder))
    .filter((found) => found !== undefined);
};

const foldersFrom = (folder: string, seen: Set<string> = new Set()): ReadonlySet<string> => {
  for (const found of dependenciesOf(folder)) {
    if (seen.has(found)) continue;
    seen.add(found);
    foldersFrom(found, seen);
  }
  return seen;
};

const bytesIn = (folder: string): number => {
  const files = globSync('**', { cwd: folder, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' });
  return files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
    .reduce((sum, size) => sum + size, 0);
};

const describePackage = (folder: string): ProductionPackage => {
  const { name, version, license } = readManifest(folder);
  return { name, version, licence: typeof license === 'string' ? license : 'none', bytes: bytesIn(folder) };
};

const isOwn = (folder: string): boolean => !folder.includes(join('node_modules', '.pnpm'));

/**
 * The packages of others that the service, or another package of this workspace, runs with, by name; those of this
 * workspace are not among them.
 */
export const findProductionPackages = (folder = 'apps/service'): readonly ProductionPackage[] =>
  [...foldersFrom(join(projectFolder, folder))]
    .filter((folder) => !isOwn(folder))
    .map(describePackage)
    .toSorted((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
