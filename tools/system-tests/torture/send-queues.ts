import { readFileSync } from 'node:fs';

/** How often the queues are measured, in milliseconds. */
const interval = 250;

/** The bytes, in MiB, that the kernel of Linux holds for the clients of a port until they read them. */
const sendQueues = (port: number): number | undefined => {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    const lines = readFileSync('/proc/net/tcp', 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    const bytes = lines
      .filter(([, address = '']) => address.endsWith(local))
      .reduce((sum, [, , , , queues = '0']) => sum + Number.parseInt(queues, 16), 0);
    return bytes / 2 ** 20;
  } catch {
    return undefined;
  }
};

/** Measures the send queues of a port until it is stopped. `stop` returns the largest sum, in MiB. */
export const watchSendQueues = (port: number): { readonly stop: () => number | undefined } => {
  let peak = sendQueues(port);
  const timer = setInterval(() => {
    peak = peak === undefined ? undefined : Math.max(peak, sendQueues(port) ?? 0);
  }, interval);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
};
