/** The options of a Node.js whose clock is ahead by this many milliseconds. */
export const withClock = (ahead: number): string => {
  const source = `const { now } = Date; Date.now = () => now() + ${ahead};`;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
};
