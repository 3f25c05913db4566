import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program for at most 20 seconds, without a prompt for a password. */
export const runBriefly = (
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<{ readonly isDone: boolean; readonly stdout: string }> =>
  promisify(execFile)(program, args, { cwd, timeout: 20_000, env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } }).then(
    ({ stdout }) => ({ isDone: true, stdout: stdout.trim() }),
    ({ stdout = '' }) => ({ isDone: false, stdout }),
  );
