import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Cleanup } from './cleanup.ts';
import type { Load, LoadResult } from './load.ts';
import { projectFile } from './start-server.ts';

/** Sends loads, one at a time. It fails when an answer had another status than it should have, or was none. */
export type LoadGenerator = (load: Load) => Promise<LoadResult>;

/** How much longer than what is measured a load may take, in milliseconds. */
const slack = 60_000;

/** Starts the process of the load generator, with words before its command line; it is stopped by the cleanup. */
export const startLoadGenerator = (before: readonly string[], cleanup: Cleanup): LoadGenerator => {
  const [program = '', ...rest] = [...before, process.execPath, projectFile('tools/bench/generate-load.ts')];
  const child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load generator ended with ${code}`);
  });
  ended.catch(() => undefined);
  // It ends when the channel is closed, which the end of this process does too.
  cleanup.add(() => child.connected && child.disconnect());

  return async (load) => {
    const late = AbortSignal.timeout(load.seconds * 1000 + slack);
    const result = once(child, 'message', { signal: late });
    child.send(load);
    const [message] = await Promise.race([result, ended]);
    const { fault, ...measured } = message as LoadResult;
    if (fault !== undefined) throw new Error(fault);
    return measured;
  };
};
