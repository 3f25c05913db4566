import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Signals so close together, in milliseconds, are one: a terminal and npm each hand the same one on. */
const sameSignalTime = 100;

/** Stops when the first SIGINT or SIGTERM comes, and ends the process at once when a second one does. */
export const stopOnSignal = (stop: (signal: string) => void): void => {
  let first: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now();
      if (first === undefined) {
        first = now;
        stop(signal);
      } else if (now - first > sameSignalTime) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
};
