/** How often, in milliseconds, progress is shown. */
const period = 200;

/** Shows a text at most five times a second, and computes only texts that it shows; without `show` it shows none. */
export const throttleProgress = (show: ((text: string) => void) | undefined): ((text: () => string) => void) => {
  let last = 0;
  return (text) => {
    const now = performance.now();
    if (show === undefined || now - last < period) return;
    last = now;
    show(text());
  };
};
