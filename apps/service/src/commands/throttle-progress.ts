import type { CommandSurroundings } from './command-surroundings.ts';

/** How often progress is shown on a terminal, and elsewhere, where each text is a line of its own; in milliseconds. */
const periods = { terminal: 200, lines: 30_000 } as const;

/** Shows a text at most once in a period, and computes only texts that it shows. */
export const throttleProgress = ({
  showProgress,
  warn,
}: Pick<CommandSurroundings, 'showProgress' | 'warn'>): ((text: () => string) => void) => {
  const period = showProgress === undefined ? periods.lines : periods.terminal;
  const show = showProgress ?? warn;
  let last = showProgress === undefined ? performance.now() : Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = performance.now();
    if (now - last < period) return;
    last = now;
    show(text());
  };
};
