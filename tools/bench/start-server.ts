import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectFile } from '@animal-store/testkit/project-file';
import type { ServerKind } from './servers.ts';

/** A running server that takes part in a comparison. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
}

/** How servers run, and what stops them. */
export interface Placement {
  /** What precedes each command line. */
  readonly before: readonly string[];
  readonly stack: AsyncDisposableStack;
  readonly progress: (text: string) => void;
}

// The service and its peers all print this line.
const listening = /"url":"(http:[^"]+)".*"msg":"listening"/;

/** Starts a server. Its output is read and dropped. */
export const startServer = async (
  { name, command }: ServerKind,
  env: Readonly<Record<string, string>>,
  apiKey: string,
  { before, stack }: Pick<Placement, 'before' | 'stack'>,
): Promise<Contender> => {
  const [program = '', ...args] = [...before, ...command];
  const child = spawn(program, args, {
    cwd: projectFile(''),
    // Every server has one core. Go would otherwise spend CPU time on threads that look for work on the others.
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0', GOMAXPROCS: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close');
  stack.defer(async () => {
    process.off('exit', kill);
    kill();
    await ended;
  });

  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', function find(text: string) {
      printed += text;
      const found = listening.exec(printed)?.[1];
      if (found === undefined) return;
      child.stdout.off('data', find).resume();
      resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}\n${printed}`)));
  });
  if (child.pid === undefined) throw new Error(`${name} has no process`);
  return { name, url, pid: child.pid, apiKey };
};
