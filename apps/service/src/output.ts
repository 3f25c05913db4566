import { fstatSync, readSync, statSync } from 'node:fs';
import { reasonOf } from './describe-error.ts';

/** Prints messages on standard error, one a line, and sets the exit code 1. */
export const reportFailure = (...messages: readonly string[]): void => {
  for (const message of messages) process.stderr.write(`animal-store: ${message}\n`);
  process.exitCode = 1;
};

/** Prints a text on standard output. If it cannot be written, reports that, with what the operator should do then. */
export const print = (text: string, cure?: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, (error) => {
      if (error)
        reportFailure(`standard output cannot be written: ${[reasonOf(error), cure].filter(Boolean).join('; ')}`);
      resolve();
    });
  });

/** Standard output is closed. */
export class OutputClosed extends Error {
  override message = 'standard output is closed, and this command would print there: open it';
}

/**
 * Throws `OutputClosed` if the process began with a closed standard output. Node.js then opens the null device in its place, for
 * reading too, which `> /dev/null` does not. A program that discards the output of a command may open it like Node.js: so call
 * this only in a command that would be useless without its output.
 */
export const assertOutputOpen = (): void => {
  let isClosed = false;
  try {
    isClosed = fstatSync(1).rdev === statSync('/dev/null').rdev && readSync(1, Buffer.alloc(1)) === 0;
  } catch {
    // It cannot be read, or this machine has no such device.
  }
  if (isClosed) throw new OutputClosed();
};
