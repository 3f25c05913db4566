import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFolder } from '../../boundaries/probe-tree.ts';

const run = promisify(execFile);

/** Runs a shell command, and returns its standard output. */
export const shell = async (command: string): Promise<string> =>
  (await run('sh', ['-ec', command], { cwd: projectFolder })).stdout;

/** Runs the command `docker` in the folder of the project, and returns its output of both streams. */
export const docker = async (...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await run('docker', [...args], { cwd: projectFolder, maxBuffer: 64 * 1024 * 1024 });
  return (stdout + stderr).trim();
};
