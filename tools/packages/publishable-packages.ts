import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';

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

const readManifest = (path: string): PublishableManifest & { readonly private?: boolean } =>
  JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));

/** The publishable packages: those in `packages` that are not private. */
export const publishablePackages: readonly PublishablePackage[] = globSync('packages/*/package.json', {
  cwd: projectFolder,
})
  .toSorted()
  .map((path) => ({ folder: dirname(path), manifest: readManifest(path) }))
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ folder, manifest }) => ({ shortName: manifest.name.replace('@animal-store/', ''), folder, manifest }));
