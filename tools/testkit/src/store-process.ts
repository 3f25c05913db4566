import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** One end of a channel between two processes. */
export interface ProcessChannel {
  readonly send: (message: unknown) => void;
  readonly listen: (listener: (message: unknown) => void) => void;
}

/**
 * Starts a program that serves a repository over its channel to this process, by `serveParent`. No file of it can exceed
 * `largestFile`, in blocks of 512 bytes, as on a full disk. Rejects if the program ends before it serves.
 */
export const startServing = async (
  program: URL,
  parameters: readonly string[],
  largestFile: number | 'unlimited' = 'unlimited',
) => {
  const command = [process.execPath, '--conditions=@animal-store/source', fileURLToPath(program), ...parameters];
  const child = spawn('sh', ['-c', `ulimit -f ${largestFile} && exec "$0" "$@"`, ...command], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
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
    } satisfies ProcessChannel as ProcessChannel,
    /** Resolves when the channel has ended. */
    ended,
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await Promise.all([ended, exited]);
    },
    end: async (): Promise<void> => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};

/** Serves the process that has started this one, until it ends. */
export const serveParent = (serve: (channel: ProcessChannel) => void): void => {
  const send = (message: unknown): void => void process.send?.(message);
  serve({ send, listen: (listener) => void process.on('message', listener) });
  // Without this the process would outlive a test that fails.
  process.on('disconnect', () => process.exit());
  // A process that is killed keeps nothing that it has compiled.
  flushCompileCache();
  send('ready');
};
