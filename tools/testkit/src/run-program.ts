import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to its end, for at most ten minutes. It stays in this session, where `nice` holds for all processes. */
export const run = (
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly code: number | null; readonly output: string }> => {
  const options = { cwd, env, timeout: 600_000, killSignal: 'SIGKILL', maxBuffer: 2 ** 24 } as const;
  const running = promisify(execFile)(program, args, options);
  running.child.stdin?.end();
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout = '', stderr = '' }) => ({ code, output: stdout + stderr }),
  );
};
