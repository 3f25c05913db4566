import { execFileSync } from 'node:child_process';

const taskset = (...args: readonly string[]): boolean => {
  try {
    execFileSync('taskset', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A prefix of a server's command line. */
export interface Cores {
  readonly server: readonly string[];
  readonly description: string;
}

/**
 * Pins this process, which generates the load, to one core and the servers to another one, if the system supports that.
 */
export const separateCores = (): Cores =>
  taskset('-c', '0', 'true') && taskset('-apc', '1', String(process.pid))
    ? { server: ['taskset', '-c', '0'], description: 'servers on core 0, load generator on core 1' }
    : { server: [], description: 'not pinned to cores' };
