import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from './probe-tree.ts';

/** The manifest of a package of the workspace. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  /** Its own dependencies and its peer dependencies. */
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** The packages that its TypeScript project refers to, by folder. */
  readonly references: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface CompilerProject {
  readonly references?: readonly { readonly path: string }[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));

export const readPackage = (folder: string): WorkspacePackage => {
  const manifest = readJson(`${folder}/package.json`) as Manifest;
  const project = `${folder}/tsconfig.json`;
  const { references = [] } = existsSync(join(projectFolder, project)) ? (readJson(project) as CompilerProject) : {};
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).toSorted();
  return {
    folder,
    name: manifest.name,
    isPrivate: manifest.private === true,
    exports: manifest.exports ?? {},
    dependencies,
    // Peer dependencies are also installed here, as development dependencies.
    devDependencies: Object.keys(manifest.devDependencies ?? {}).filter((name) => !dependencies.includes(name)),
    references: references.map(({ path }) => join(folder, path)),
  };
};

/** Every package that is built, in the order of the folders. */
export const workspacePackages: readonly WorkspacePackage[] = globSync('{packages,apps}/*/package.json', {
  cwd: projectFolder,
})
  .map(dirname)
  .toSorted()
  .map(readPackage);

/** The packages that the project at the root refers to, by folder. */
export const builtFolders: readonly string[] = ((readJson('tsconfig.json') as CompilerProject).references ?? []).map(
  ({ path }) => path,
);
