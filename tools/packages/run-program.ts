import { execFile } from 'node:child_process';

/** How a program ended, and what it printed. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** What a program gets beside its arguments. */
export interface Surroundings {
  /** What it reads; nothing if absent. */
  readonly input?: string;
  /** Its environment; two paths of this process's own if absent. */
  readonly env?: NodeJS.ProcessEnv;
}

const { PATH, HOME } = process.env;

/** Runs a program in a folder to its end, at most five minutes. */
export const runProgram = (
  folder: string,
  command: string,
  args: readonly string[],
  { input = '', env = { PATH, HOME } }: Surroundings = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024, timeout: 300_000 };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const output = error && child.exitCode === null ? String(error) : stdout + stderr;
      resolve({ code: child.exitCode, output });
    });
    child.stdin?.end(input);
  });
