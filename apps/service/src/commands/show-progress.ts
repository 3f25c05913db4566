/** Shows on standard error how many animals are done, and how many a second: in place on a terminal, else a line every 10 s. */
export const createProgress = (): ((animals: number) => void) => {
  const { isTTY } = process.stderr;
  const began = performance.now();
  let last = began;
  return (animals) => {
    const now = performance.now();
    if (now - last < (isTTY ? 200 : 10_000)) return;
    last = now;
    const text = `${animals} animals, ${Math.round((1_000 * animals) / (now - began))} a second`;
    process.stderr.write(isTTY ? `\r\x1b[K${text}\r` : `animal-store: ${text}\n`);
  };
};
