import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { workspacePackages } from '../boundaries/workspace-packages.ts';

/** Package names with their version ranges. */
export type Ranges = Readonly<Record<string, string>>;

/** The manifest of a publishable package. */
export interface PublishableManifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly publishConfig: { readonly exports: unknown };
  readonly engines: { readonly node: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Ranges;
  readonly peerDependencies?: Ranges;
}

/** A publishable package of this workspace. */
export interface PublishablePackage {
  /** `domain` of `@animal-store/domain`. */
  readonly shortName: string;
  /** The path relative to the root of the project. */
  readonly folder: string;
  readonly manifest: PublishableManifest;
}

const readManifest = (folder: string): PublishableManifest =>
  JSON.parse(readFileSync(join(projectFolder, folder, 'package.json'), 'utf8'));

/** The packages that are not private. */
export const publishablePackages: readonly PublishablePackage[] = workspacePackages
  .filter(({ isPrivate }) => !isPrivate)
  .map(({ name, folder }) => ({ shortName: basename(name), folder, manifest: readManifest(folder) }));
