import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { pythonFolder, pythonSources } from './python-environment.ts';

export interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Gets what the program prints; without it, it is printed. */
  readonly onOutput?: (text: string) => void;
}

/** Runs a program of the Python environment to its end and gives its exit code; an abort ends it, and is an error. */
export const runProgram = async ({ path, args, env, signal, onOutput }: Program): Promise<number | null> => {
  await mkdir(pythonFolder, { recursive: true });
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      cwd: pythonFolder,
      // Nothing else of this environment: a proxy in it would be asked for what is on this machine.
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        PYTHONPATH: `${pythonSources}:${pythonFolder}`,
        PYTHONDONTWRITEBYTECODE: '1',
        ...env,
      },
      stdio: ['ignore', onOutput ? 'pipe' : 'inherit', 'inherit'],
      signal,
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
    child.once('error', reject);
    child.once('close', resolve);
  });
};
