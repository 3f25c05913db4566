import type { Readable, Writable } from 'node:stream';
import type { StopOnSignal } from '../serve/listen-for-signals.ts';

/** What a command does with the world. */
export interface CommandSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  /** Standard output, for data; it is never ended. */
  readonly stdout: Writable;
  readonly print: (text: string) => void;
  /** Says what does not end the command, such as a line that is refused, on standard error. */
  readonly warn: (sentence: string) => void;
  /** Shows how far it is, in place of what was shown before; undefined if there is no terminal. */
  readonly showProgress: ((text: string) => void) | undefined;
  readonly fail: (sentence: string) => void;
  readonly stopOnSignal: StopOnSignal;
  /** Sets the exit code of a command that a signal has stopped. */
  readonly endBySignal: (signal: string) => void;
}
