import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from './probe-tree.ts';

/** Package names with their version ranges. */
export type Ranges = Readonly<Record<string, string>>;

/** The part of a `package.json` that the checks read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly publishConfig: { readonly exports: unknown };
  readonly engines: { readonly node: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly devDependencies?: Ranges;
}

/** A package of the workspace. */
export interface WorkspacePackage {
  /** The path relative to the root of the project. */
  readonly folder: string;
  /** `domain` of `@animal-store/domain`. */
  readonly shortName: string;
  readonly manifest: Manifest;
  /** Its own dependencies and its peer dependencies. */
  readonly dependencies: readonly string[];
  /** The packages that its TypeScript project refers to, by folder. */
  readonly references: readonly string[];
}

const scope = '@animal-store/';

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));

const referencesOf = (project: string): readonly string[] =>
  existsSync(join(projectFolder, project))
    ? (readJson(project) as { readonly references: readonly { readonly path: string }[] }).references.map(
        ({ path }) => path,
      )
    : [];

// The entry of access for Node.js is a project of its own.
const isPackage = (project: string): boolean => !project.endsWith('/src/node');

export const readPackage = (folder: string): WorkspacePackage => {
  const manifest = readJson(`${folder}/package.json`) as Manifest;
  return {
    folder,
    shortName: manifest.name.replace(scope, ''),
    manifest,
    dependencies: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).toSorted(),
    references: referencesOf(`${folder}/tsconfig.json`)
      .map((path) => join(folder, path))
      .filter(isPackage),
  };
};

/** The short names of those of some packages that belong to this workspace. */
export const ownAmong = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith(scope)).map((name) => name.slice(scope.length));

/** Every package that is built, in the order of the folders. */
export const workspacePackages: readonly WorkspacePackage[] = globSync('{packages,apps}/*/package.json', {
  cwd: projectFolder,
})
  .map(dirname)
  .toSorted()
  .map(readPackage);

/** The packages that anyone may install. */
export const publishablePackages: readonly WorkspacePackage[] = workspacePackages.filter(
  ({ manifest }) => manifest.private !== true,
);

/** The packages that the project at the root refers to, by folder. */
export const builtFolders: readonly string[] = referencesOf('tsconfig.json').filter(isPackage);
