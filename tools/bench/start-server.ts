import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectFile } from '@animal-store/testkit/project-file';
import type { Cleanup } from './cleanup.ts';

/** A server program: the arguments of Node.js, and the environment except PATH. */
export interface ServerProgram {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Receives the server's output after it listens. Without it, the output is dropped. */
  readonly onOutput?: (text: string) => void;
}

/** A running server. */
export interface RunningServer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

const startTime = 60_000;
const stopTime = 15_000;

// The service and its peers all print this line.
const listening = /"url":"(http:[^"]+)".*"msg":"listening"/;

/** Starts a server, with a prefix before its command line. The cleanup stops it. */
export const startServer = async (
  { name, args, env, onOutput = () => {} }: ServerProgram,
  before: readonly string[],
  cleanup: Cleanup,
): Promise<RunningServer> => {
  const [program = '', ...rest] = [...before, process.execPath, ...args];
  const child = spawn(program, rest, {
    cwd: projectFile(''),
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  cleanup.add(async () => {
    process.off('exit', kill);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // All of its output is read by then.
    const ended = once(child, 'close');
    const deadline = setTimeout(kill, stopTime);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(deadline);
  });

  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const late = (): void => reject(new Error(`${name} did not listen within ${startTime} ms`));
    const timer = setTimeout(late, startTime).unref();
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}\n${printed}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = listening.exec(printed)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      child.stdout.removeAllListeners('data').on('data', onOutput);
      resolve(found);
    });
  });
  if (child.pid === undefined) throw new Error(`${name} has no process`);
  return { name, url, pid: child.pid };
};
