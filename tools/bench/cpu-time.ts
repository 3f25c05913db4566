import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time of all threads of a process, in seconds; undefined without /proc. Its clock is finer than that of
 * /proc/…/stat, which counts in ticks of 10 ms.
 */
export const cpuTime = (pid: number): number | undefined => {
  try {
    const tasks = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(tasks).map((task) =>
      Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
  } catch {
    return undefined;
  }
};
