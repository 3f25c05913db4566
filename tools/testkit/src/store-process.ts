import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { compileCache } from './compile-cache.ts';

/** The environment of a process that serves a repository. */
export const storeProcessEnv: NodeJS.ProcessEnv = { ...process.env, ...compileCache };

/** A process that serves a repository over its channel to this one, and how it ends. */
export interface ServingProcess {
  readonly channel: {
    readonly send: (message: unknown) => void;
    readonly listen: (listener: (message: unknown) => void) => void;
  };
  /** Resolves when the channel has ended. */
  readonly ended: Promise<unknown>;
  readonly kill: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Waits until a process has sent its first message, that it is ready; rejects if it ends before. */
export const untilServing = async (child: ChildProcess): Promise<ServingProcess> => {
  const exited = once(child, 'exit');
  // The channel ends after its last message was received, the process perhaps before.
  const ended = once(child, 'disconnect');
  const ready = once(child, 'message');
  await Promise.race([ready, ended.then(() => Promise.reject(new Error('The process has ended before it was ready')))]);
  return {
    channel: {
      // The callback gets the error of a send to a process that was just killed, which `ended` reports anyway.
      send: (message) => void child.send(message as object, () => {}),
      listen: (listener) => void child.on('message', listener),
    },
    ended,
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
