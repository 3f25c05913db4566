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
