import type { Readable, Writable } from 'node:stream';
import type { StopOnSignal } from '../listen-for-signals.ts';

/** Input, output and signals of a command. */
export interface CommandSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  /** Standard output, for data; it is never ended. */
  readonly stdout: Writable;
  readonly print: (text: string) => void;
  /** Prints a message that does not end the command, such as a refused line, on standard error. */
  readonly warn: (message: string) => void;
  /** Shows the progress in place of the last one; undefined if there is no terminal. */
  readonly showProgress: ((text: string) => void) | undefined;
  readonly reportFailure: (message: string) => void;
  readonly stopOnSignal: StopOnSignal;
  /** Sets the exit code of a command that a signal stopped. */
  readonly endBySignal: (signal: string) => void;
}
