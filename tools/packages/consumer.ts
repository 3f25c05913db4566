import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages } from './pack.ts';

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** An empty project, into which the packed packages are installed by npm. */
export interface Consumer {
  readonly folder: string;
  readonly tarballs: ReadonlyMap<string, string>;
  readonly write: (file: string, text: string) => void;
  /** Runs a program of Node.js to its end in a folder of the project. */
  readonly node: (
    args: readonly string[],
    options?: { readonly node?: string; readonly cwd?: string },
  ) => Promise<Outcome>;
  readonly remove: () => void;
}

export const project: string = join(import.meta.dirname, '../..');

const versionsIn = (manifest: string): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'examples', manifest), 'utf8'));
  return { ...dependencies, ...devDependencies };
};

/** Packs the packages, and installs them beside the compilers and what the examples need. */
export const createConsumer = (examples: readonly string[], others: Readonly<Record<string, string>>): Consumer => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-packages-'));
  const tarballs = packPackages(join(folder, 'packed'));
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const dependencies: Record<string, string> = { ...others };
  for (const example of examples) {
    cpSync(join(project, 'examples', example), join(folder, 'examples', example), { recursive: true });
    Object.assign(dependencies, versionsIn(`${example}/package.json`));
  }
  for (const [name, tarball] of tarballs) dependencies[`@animal-store/${name}`] = `file:${tarball}`;
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });

  const node: Consumer['node'] = (args, { node: program = process.execPath, cwd = '' } = {}) =>
    new Promise((resolve) => {
      const { PATH, HOME } = process.env;
      const options = {
        cwd: join(folder, cwd),
        env: { PATH, HOME, NO_COLOR: '1' },
        timeout: 120_000,
        maxBuffer: 2 ** 24,
      };
      const child = execFile(program, args, options, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr }),
      );
    });
  return { folder, tarballs, write, node, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
