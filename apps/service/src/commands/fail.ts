/** Ends the command with exit code 1 and says why, a line a sentence, on standard error. */
export const fail = (sentences: readonly string[]): void => {
  for (const sentence of sentences) process.stderr.write(`animal-store: ${sentence}\n`);
  process.exitCode = 1;
};
