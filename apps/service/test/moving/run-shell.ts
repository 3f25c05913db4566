import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The outcome of a shell command, with its complete output. */
export interface ShellOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/**
 * Runs a command in a POSIX shell, for pipes and redirections. In it, `as` is the compiled program `animal-store`. The
 * environment of the tests is not inherited.
 */
export const runShell = async (script: string, env: Readonly<Record<string, string>> = {}): Promise<ShellOutcome> => {
  const as = `as() { "${process.execPath}" "${main}" "$@"; }`;
  const child = spawn('sh', ['-c', `${as}\n${script}`], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 150_000,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (printed: string) => {
      output[name] += printed;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
};
