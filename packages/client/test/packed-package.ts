import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a program ended, and what it printed. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** A new project that has installed the packed package, and nothing else. */
export interface Project {
  readonly folder: string;
  readonly tarball: string;
  readonly write: (name: string, text: string) => Promise<void>;
  /** Runs plain Node.js in the project. */
  readonly node: (...args: readonly string[]) => Promise<Outcome>;
  readonly remove: () => Promise<void>;
}

/** The folder of this package. */
export const packageFolder: string = fileURLToPath(new URL('..', import.meta.url));

const run = (folder: string, command: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    const child = execFile(command, args, { cwd: folder, env: { PATH, HOME } }, (error, stdout, stderr) => {
      const output = error && child.exitCode === null ? String(error) : stdout + stderr;
      resolve({ code: child.exitCode, output });
    });
  });

const succeed = async (folder: string, command: string, ...args: readonly string[]): Promise<void> => {
  const { code, output } = await run(folder, command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} has failed:\n${output}`);
};

/** Packs this package, as it is published, and installs it in a new project. */
export const createProject = async (): Promise<Project> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-client-')));
  const tarball = join(folder, 'client.tgz');
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await succeed(packageFolder, 'pnpm', 'pack', '--out', tarball);
    await write('package.json', '{ "name": "sample", "version": "1.0.0", "private": true, "type": "module" }');
    await succeed(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', './client.tgz');
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    tarball,
    write,
    node: (...args) => run(folder, process.execPath, args),
    remove,
  };
};
