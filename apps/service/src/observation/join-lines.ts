// SonicBoom 5 measures all that waits in it again at every line. Measured in CPU time with lines of 200 bytes: 0.5 µs a line
// if they are joined to 8 KiB before, 5.7 µs if not.

/** Joins lines to larger texts. */
export interface LineJoiner {
  readonly write: (line: string) => void;
  /** Writes what waits. */
  readonly flush: () => void;
}

/** Makes a joiner that writes whenever it holds at least `size` characters. */
export const joinLines = (size: number, write: (text: string) => void): LineJoiner => {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  };
  return {
    write: (line) => {
      waiting += line;
      if (waiting.length >= size) flush();
    },
    flush,
  };
};
