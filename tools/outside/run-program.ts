import { spawn } from 'node:child_process';

export interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The environment except PATH and LANG. That of this process is not inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called with the output of the program, which is otherwise printed. */
  readonly onOutput?: (text: string) => void;
}

/** Runs a program to its end and returns its exit code. An abort ends it and is an error. */
export const runProgram = ({ path, args, cwd, env, signal, onOutput }: Program): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const output = onOutput ? 'pipe' : 'inherit';
    const child = spawn(path, args, {
      cwd,
      // With the proxy variables of this process, requests to this machine would use that proxy.
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
