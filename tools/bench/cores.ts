import { execFileSync } from 'node:child_process';

const taskset = (...args: readonly string[]): boolean => {
  try {
    execFileSync('taskset', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Pins this process, which generates the load, to one core, if the system supports that. Returns the beginning of a command
 * line that pins a server to another one.
 */
export const separateCores = (): { readonly server: readonly string[]; readonly description: string } =>
  taskset('-c', '0', 'true') && taskset('-apc', '1', String(process.pid))
    ? { server: ['taskset', '-c', '0'], description: 'servers on core 0, load generator on core 1' }
    : { server: [], description: 'not pinned to cores' };
