import { readFileSync } from 'node:fs';

/** Linux counts in ticks of 10 ms, whatever the kernel's own clock. */
const ticksPerSecond = 100;

/** The CPU time that a process has used, in seconds; undefined where there is no /proc to tell. */
export const cpuTime = (pid: number): number | undefined => {
  try {
    // The name of the program stands in parentheses and may hold anything; utime and stime are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
};
