import type { ConnectionLimits } from '../limits.ts';
import { createByteQueue } from './byte-queue.ts';
import { createReadingPace, type ReadingPace } from './reading-pace.ts';

/** Keeps clients without a valid API key from taking the time and the memory of those that have one. */
export interface Strangers extends ReadingPace {
  /** Whether a connection without a valid key has been sent so many bytes that it must end. */
  readonly isSpent: (bytesSent: number) => boolean;
  /**
   * Counts a response without a key, after `before` bytes of such responses on its connection. If it has to wait,
   * `admitted` is called at its turn, and the returned function gives its bytes back.
   */
  readonly enterStatic: (before: number, bytes: number, admitted: () => void) => (() => void) | undefined;
}

/** Limits clients without a valid key. */
const limitStrangers = (limits: ConnectionLimits): Strangers => {
  const queue = createByteQueue(limits.maxUnreadStaticBytes);
  return {
    ...createReadingPace(limits.unauthenticatedRate),
    isSpent: (bytesSent) => bytesSent > limits.maxBytesWithoutKey,
    enterStatic: (before, bytes, admitted) =>
      before + bytes > limits.maxBytesWithoutKey ? queue.enter(bytes, admitted) : undefined,
  };
};

/** All clients are as trustworthy as the proxy in front of the server, which limits them itself. */
const trustStrangers: Strangers = {
  countKnown: () => undefined,
  countUnknown: () => undefined,
  enter: () => undefined,
  leave: () => undefined,
  isSpent: () => false,
  enterStatic: () => undefined,
};

/** The limits for clients without a valid key, or none. */
export const createStrangers = (limits: ConnectionLimits): Strangers =>
  limits.strangers === 'limited' ? limitStrangers(limits) : trustStrangers;
