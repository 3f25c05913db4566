import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages, type Ranges } from '../boundaries/workspace-packages.ts';
import { environmentWith } from '../toolchain/environment.cjs';
import { platformPackages } from '../toolchain/pinned-versions.cjs';
import { packPackages, type Tarballs } from './pack-packages.ts';
import { runProgram } from './run-program.ts';

/** A project outside the workspace that has installed the tarballs and the examples with npm. */
export interface Consumer {
  readonly folder: string;
  readonly tarballs: Readonly<Record<string, string>>;
}

/** The repository address that the packages are packed with here; `.example` is reserved (RFC 2606). */
export const repository = 'https://git.example/animals/store';

const lowest = /\d+\.\d+\.\d+/g;

/** The lowest versions of Node.js in `engines` of the packages, such as `20.19.0`. */
export const lowestNodes: readonly string[] = [
  ...new Set(publishablePackages.flatMap(({ manifest }) => manifest.engines.node.match(lowest) ?? [])),
].toSorted();

/** The compilers that check the declarations, by the name under which they are installed. */
export const compilers: Ranges = { typescript5: 'npm:typescript@5.9.3', typescript7: 'npm:typescript@7.0.2' };

const readDependencies = async (example: string): Promise<Ranges> => {
  const manifest = JSON.parse(await readFile(join(projectFolder, 'examples', example, 'package.json'), 'utf8'));
  return { ...manifest.dependencies, ...manifest.devDependencies };
};

/** The folders of the examples. */
export const findExamples = async (): Promise<readonly string[]> => {
  const entries = await readdir(join(projectFolder, 'examples'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

// npm installs the peer dependencies of the packages by itself. The other dependencies of the examples come from their
// manifests.
const dependenciesOf = async (tarballs: Tarballs): Promise<Ranges> => {
  const own = Object.fromEntries([...tarballs].map(([name, path]) => [`@animal-store/${name}`, `file:${path}`]));
  const examples = Object.assign({}, ...(await Promise.all((await findExamples()).map(readDependencies))));
  const node = platformPackages?.node ?? '';
  const nodes = Object.fromEntries(lowestNodes.map((version) => [`node-${version}`, `npm:${node}@${version}`]));
  return { ...examples, ...compilers, ...nodes, ...own };
};

declare module 'vitest' {
  interface ProvidedContext {
    readonly consumer: Consumer;
  }
}

/** Packs the packages and installs them with plain npm in a new project, once for all test files of a run. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-consumer-')));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const tarballs = await packPackages(folder, repository);
    const dependencies = await dependenciesOf(tarballs);
    const manifest = { name: 'consumer', version: '1.0.0', private: true, type: 'module', dependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    // Nothing here needs install scripts. A dependency of testcontainers would compile an optional C++ module.
    const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
    const install = ['install', '--prefer-offline', '--ignore-scripts', ...quiet];
    const { code, output } = await runProgram(folder, 'npm', install, { env: environmentWith([]) });
    if (code !== 0) throw new Error(`npm install has failed:\n${output}`);
    await cp(join(projectFolder, 'examples'), join(folder, 'examples'), { recursive: true });
    provide('consumer', { folder, tarballs: Object.fromEntries(tarballs) });
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
};
