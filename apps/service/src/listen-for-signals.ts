import { constants } from 'node:os';

/** Sets the function that the first stop signal calls from now on. */
export type StopOnSignal = (stop: (signal: string) => void) => void;

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals within this many milliseconds count as one, because a terminal and npm both send the same one. */
const sameSignalTime = 100;

/**
 * Listens for signals from the start of the process. Until `stop` is set, the first SIGINT, SIGTERM or SIGHUP ends the
 * process at once: with exit code 0 if it is a service, else with 128 plus the number of the signal. A second one always
 * ends it at once. SIGUSR1 is ignored, because Node.js would open its inspector.
 */
export const listenForSignals = (isService: boolean): StopOnSignal => {
  const end = (signal: (typeof stopSignals)[number]): never => process.exit(128 + constants.signals[signal]);
  let stop: ((signal: string) => void) | undefined;
  let first: number | undefined;
  process.on('SIGUSR1', () => undefined);
  for (const signal of stopSignals) {
    process.on(signal, () => {
      const now = performance.now();
      if (first === undefined) {
        first = now;
        if (stop !== undefined) stop(signal);
        else if (isService) process.exit(0);
        else end(signal);
      } else if (now - first > sameSignalTime) end(signal);
    });
  }
  return (newStop) => {
    stop = newStop;
  };
};
