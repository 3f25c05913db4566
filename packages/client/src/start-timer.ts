// A timer with a longer time would fire at once.
const longest = 2 ** 31 - 1;

/** Calls `run` after a number of milliseconds, at most 24 days. Returns a function that cancels it. */
export const startTimer = (run: () => void, milliseconds: number): (() => void) => {
  const timer = setTimeout(run, Math.min(milliseconds, longest));
  return () => clearTimeout(timer);
};
