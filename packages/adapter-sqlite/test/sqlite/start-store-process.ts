import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import type { SqliteStore } from '../../src/index.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const script = pathOf('store-process.ts');
// Half of the time that a process takes to start.
const compileCache = pathOf('../../node_modules/.cache/compile');

/** A process, and how it ends by itself. */
export interface StartedProcess<R> extends StoreProcess<R> {
  readonly end: () => Promise<void>;
}

/** A repository that a store has. */
export type RepositoryName = 'pets' | 'apiKeys';

/** The size, in blocks of 512 bytes, that no file of a process can exceed, as on a full disk. */
export type LargestFile = number | 'unlimited';

/** Opens a file in a process of its own. */
export const startStoreProcess = async <Name extends RepositoryName>(
  file: string,
  name: Name,
  largestFile: LargestFile = 'unlimited',
): Promise<StartedProcess<SqliteStore[Name]>> => {
  const command = [process.execPath, '--conditions=@animal-store/source', script, file, name];
  const child = spawn('sh', ['-c', `ulimit -f ${largestFile} && exec "$0" "$@"`, ...command], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const exited = once(child, 'exit');
  // The channel ends after its last message was received, the process perhaps before.
  const ended = once(child, 'disconnect');
  const ready = once(child, 'message');
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error('The process has ended before it has opened the file'))),
  ]);
  const channel = {
    send: (message: unknown) => void child.send(message as object),
    listen: (listener: (message: unknown) => void) => void child.on('message', listener),
  };
  return {
    repository: remoteRepository(channel, ended),
    kill: async () => {
      child.kill('SIGKILL');
      await Promise.all([ended, exited]);
    },
    end: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};
