import { execFileSync } from 'node:child_process';

const taskset = (...args: readonly string[]): boolean => {
  try {
    execFileSync('taskset', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Words that a server's command line begins with. */
export interface Cores {
  readonly server: readonly string[];
  readonly description: string;
}

/** Moves this process, which generates the load, to one core, and gives servers another one, if the system can do that. */
export const separateCores = (): Cores =>
  taskset('-c', '0', 'true') && taskset('-apc', '1', String(process.pid))
    ? { server: ['taskset', '-c', '0'], description: 'servers on core 0, load generator on core 1' }
    : { server: [], description: 'not pinned to cores' };
