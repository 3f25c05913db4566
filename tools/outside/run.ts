import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';

/** The folder, ignored by git, for what these tests download and keep. */
export const downloads: string = projectFile('node_modules/.cache/outside');
mkdirSync(downloads, { recursive: true });

/** Runs a program in a folder to its end, for at most ten minutes. */
export const run = (
  [program, ...args]: readonly [string, ...string[]],
  cwd: string = downloads,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 24, timeout: 600_000 };
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: error && child.exitCode === null ? String(error) : stdout + stderr }),
    );
  });
