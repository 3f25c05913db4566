import { startTimer } from './start-timer.ts';

/** Waits for a number of milliseconds. It rejects with the reason of the signal as soon as that is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      stopTimer();
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const stopTimer = startTimer(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
