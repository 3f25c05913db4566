import type { Worker } from 'node:worker_threads';

/** A thread that is restarted if it ends by itself. */
export interface RunningThread {
  /** Sends a message. Returns false if the thread does not run now; then it sends nothing. */
  readonly post: (message: unknown) => boolean;
  /** Sends a last message, waits until the thread has ended, and does not start it again. */
  readonly stop: (message: unknown) => Promise<void>;
}

/** The events of the thread. */
export interface ThreadListener {
  readonly onMessage: (message: unknown) => void;
  /** The thread has ended by itself, and will not respond to messages that it was sent. */
  readonly onEnd: (reason: string) => void;
}

/** Milliseconds before a thread is restarted: at first, and at most. Each attempt doubles them. */
const restartDelays = { first: 100, most: 10_000 } as const;

/**
 * Starts a thread, and starts it again when it has ended by itself: after 100 ms, then after twice as long each time, up
 * to 10 s. A message from the thread makes the next delay short again. It retries without end, because the cause, such as
 * a lack of memory, may pass.
 */
export const keepThreadRunning = (start: () => Worker, { onMessage, onEnd }: ThreadListener): RunningThread => {
  let current: Worker | undefined;
  let delay: number = restartDelays.first;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;

  const ended = (reason: string): void => {
    current = undefined;
    if (isStopping) return;
    restart = setTimeout(run, delay);
    delay = Math.min(2 * delay, restartDelays.most);
    onEnd(reason);
  };

  const run = (): void => {
    try {
      let error: unknown;
      const worker = start();
      current = worker;
      worker.on('message', (message) => {
        delay = restartDelays.first;
        onMessage(message);
      });
      worker.on('error', (thrown) => {
        error = thrown;
      });
      worker.on('exit', (code) => ended(error === undefined ? `it ended with ${code}` : String(error)));
    } catch (error) {
      // The machine cannot start another thread.
      ended(String(error));
    }
  };

  run();
  return {
    post: (message) => {
      current?.postMessage(message);
      return current !== undefined;
    },
    stop: async (message) => {
      isStopping = true;
      clearTimeout(restart);
      const worker = current;
      if (worker === undefined) return;
      worker.postMessage(message);
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
};
