import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { onTestFinished } from 'vitest';

interface RunSettings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The version that Node.js reports. */
  readonly nodeVersion?: string;
}

const toolsFolder = dirname(import.meta.dirname);

// A broken bootstrap may hang, so it and its child processes are ended with the test.
const endGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Usually all of them have ended.
  }
};

/**
 * Makes a project in a temporary folder, with the bootstrap of this workspace and fake programs of the test. It pins
 * Node.js 24.21.0 and finds no suitable pnpm. It is removed after the test.
 */
export const createSampleProject = async () => {
  const folder = temporaryFolder();
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await cp(join(toolsFolder, 'with-toolchain.cjs'), join(folder, 'tools/with-toolchain.cjs'));
  await cp(join(toolsFolder, 'toolchain'), join(folder, 'tools/toolchain'), { recursive: true });
  await writeFile(join(folder, '.nvmrc'), '24.21.0\n');

  /** Puts a script first on the search path. */
  const addProgram = async (name: string, script: string): Promise<void> => {
    await writeFile(join(programs, name), script);
    await chmod(join(programs, name), 0o755);
  };
  /** Puts a pnpm of this version first on the search path; the shell script is its program. */
  const addPnpm = async (version: string, script = 'exit 0'): Promise<void> => {
    await addProgram('pnpm', `#!/bin/sh\n${script}\n`);
    await writeFile(join(programs, 'package.json'), JSON.stringify({ name: 'pnpm', version }));
  };
  const start = (commandLine: readonly string[], settings: RunSettings = {}) => {
    const versions = { ...process.versions, node: settings.nodeVersion ?? process.versions.node };
    const preload = `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });`;
    writeFileSync(join(folder, 'versions.cjs'), preload);
    const bootstrap = ['--require', join(folder, 'versions.cjs'), join(folder, 'tools/with-toolchain.cjs')];
    const child = spawn(process.execPath, [...bootstrap, ...commandLine], {
      cwd: settings.cwd ?? folder,
      env: {
        PATH: [programs, process.env['PATH']].join(delimiter),
        HOME: folder,
        npm_config_cache: join(folder, 'npm-cache'),
        ...settings.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    onTestFinished(() => endGroup(child.pid));
    const outcome = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { process: child, outcome: outcome.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })) };
  };

  await addPnpm('11.9.0');
  return { folder, addProgram, addPnpm, start };
};

export type SampleProject = Awaited<ReturnType<typeof createSampleProject>>;
