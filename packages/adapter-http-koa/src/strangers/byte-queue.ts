/** Admits bytes in the order of their arrival, while there is capacity. */
export interface ByteQueue {
  /** Waits for its turn and calls `admitted`. Returns a function that leaves the queue or gives the bytes back. */
  readonly enter: (bytes: number, admitted: () => void) => () => void;
}

/** Makes a queue for so many bytes at once. An entry that alone exceeds the capacity is admitted alone. */
export const createByteQueue = (capacity: number): ByteQueue => {
  const waiting: { readonly bytes: number; readonly admitted: () => void }[] = [];
  let held = 0;

  const admit = (): void => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      if (held > 0 && held + next.bytes > capacity) return;
      waiting.shift();
      held += next.bytes;
      next.admitted();
    }
  };

  return {
    enter: (bytes, admitted) => {
      const entry = { bytes, admitted };
      waiting.push(entry);
      admit();
      return () => {
        const position = waiting.indexOf(entry);
        if (position === -1) held -= bytes;
        else waiting.splice(position, 1);
        admit();
      };
    },
  };
};
