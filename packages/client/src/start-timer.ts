// A timer takes no longer time, and would fire at once.
const longest = 2 ** 31 - 1;

/** Runs something after so many milliseconds, 24 days at most; gives what calls it off. */
export const startTimer = (run: () => void, milliseconds: number): (() => void) => {
  const timer = setTimeout(run, Math.min(milliseconds, longest));
  return () => clearTimeout(timer);
};
