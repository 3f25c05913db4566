/** How often, in milliseconds, progress is shown. */
const period = 200;

/** Shows a text at most five times a second, and computes no other; it shows nothing if there is nothing to show it on. */
export const showSeldom = (show: ((text: string) => void) | undefined): ((text: () => string) => void) => {
  let last = 0;
  return (text) => {
    const now = performance.now();
    if (show === undefined || now - last < period) return;
    last = now;
    show(text());
  };
};
