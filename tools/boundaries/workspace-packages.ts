import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from './probe-tree.ts';

/** What a package of the workspace says about itself. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** The packages that its TypeScript project refers to, by folder. */
  readonly references: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface CompilerProject {
  readonly references?: readonly { readonly path: string }[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));

const readPackage = (folder: string): WorkspacePackage => {
  const manifest = readJson(`${folder}/package.json`) as Manifest;
  const { references = [] } = readJson(`${folder}/tsconfig.json`) as CompilerProject;
  return {
    folder,
    name: manifest.name,
    exports: manifest.exports ?? {},
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
    references: references.map(({ path }) => join(folder, path)),
  };
};

/** Every package that is built, in the order of its folder. */
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
