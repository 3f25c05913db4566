import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Kills a process when that of the tests ends, because none may outlive it. */
export const endWithTests = <C extends ChildProcess>(child: C): C => {
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
};

/** Whether a process of this machine runs, perhaps as another user. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
