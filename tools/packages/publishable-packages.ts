import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../boundaries/probe-tree.ts';

/** Package names with the versions of them that will do. */
export type Ranges = Readonly<Record<string, string>>;

/** What a package that others install says about itself. */
export interface PublishableManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly publishConfig: { readonly exports: unknown };
  readonly engines: { readonly node: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly devDependencies?: Ranges;
}

/** A package of this workspace that others install. */
export interface PublishablePackage {
  /** `domain` of `@animal-store/domain`. */
  readonly shortName: string;
  /** From the root of the project. */
  readonly folder: string;
  readonly manifest: PublishableManifest;
}

const readManifest = (path: string): PublishableManifest & { readonly private?: boolean } =>
  JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));

/** The packages that others install: those in `packages` that are not private. */
export const publishablePackages: readonly PublishablePackage[] = globSync('packages/*/package.json', {
  cwd: projectFolder,
})
  .toSorted()
  .map((path) => ({ folder: dirname(path), manifest: readManifest(path) }))
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ folder, manifest }) => ({ shortName: manifest.name.replace('@animal-store/', ''), folder, manifest }));
