import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import type { MongoStore } from '../../src/index.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
// Half of the time that a process takes to start.
const compileCache = pathOf('../../node_modules/.cache/compile');

/** A repository that a store has. */
export type RepositoryName = 'pets' | 'apiKeys';

/** A process, and how it ends by itself. */
export interface StartedProcess<R> extends StoreProcess<R> {
  readonly end: () => Promise<void>;
}

/** Connects in a process of its own. */
export const startStoreProcess = async <Name extends RepositoryName>(
  uri: string,
  name: Name,
): Promise<StartedProcess<MongoStore[Name]>> => {
  const child = fork(pathOf('store-process.ts'), [uri, name], {
    execArgv: ['--conditions=@animal-store/source'],
    serialization: 'advanced',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const exited = once(child, 'exit');
  // The channel ends after its last message was received, the process perhaps before.
  const ended = once(child, 'disconnect');
  const ready = once(child, 'message');
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error('The process has ended before it was connected'))),
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
