import { execFile } from 'node:child_process';
import { compileCache } from '@animal-store/testkit/compile-cache';

/** The outcome and the output of a program. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** The input of a program in addition to its arguments. */
export interface Surroundings {
  /** Its standard input; empty if absent. */
  readonly input?: string;
  /** Its environment; by default two paths of this process's environment, and the compile cache. */
  readonly env?: NodeJS.ProcessEnv;
}

const { PATH, HOME } = process.env;

/** Runs a program in a folder to its end, for at most ten minutes. */
export const runProgram = (
  folder: string,
  command: string,
  args: readonly string[],
  { input = '', env = { PATH, HOME, ...compileCache } }: Surroundings = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024, timeout: 600_000 };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const output = error && child.exitCode === null ? String(error) : stdout + stderr;
      resolve({ code: child.exitCode, output });
    });
    child.stdin?.end(input);
  });
