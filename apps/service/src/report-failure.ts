/** Prints messages on standard error, one a line, and sets the exit code 1. */
export const reportFailure = (messages: readonly string[]): void => {
  for (const message of messages) process.stderr.write(`animal-store: ${message}\n`);
  process.exitCode = 1;
};
