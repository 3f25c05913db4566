import { spawn } from 'node:child_process';

export interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The environment beside PATH and LANG: nothing else of this process's own gets through. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Gets what the program prints; without it, it is printed. */
  readonly onOutput?: (text: string) => void;
}

/** Runs a program to its end and gives its exit code; an abort ends it, and is an error. */
export const runProgram = ({ path, args, cwd, env, signal, onOutput }: Program): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const output = onOutput ? 'pipe' : 'inherit';
    const child = spawn(path, args, {
      cwd,
      // A proxy in the environment of this process would be asked for what is on this machine.
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      signal,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
    }
    child.once('error', reject);
    child.once('close', resolve);
  });
