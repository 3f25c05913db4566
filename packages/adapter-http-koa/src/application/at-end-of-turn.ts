// A write takes longer while the client sleeps until its response, because the kernel wakes the client. The first of
// several writes wakes it, and the others meet it awake. In CPU time with 32 clients, a list of 20 takes 17.5 instead of
// 20.3 µs, and a fetch 17.1 instead of 18.4 µs, if the responses of a turn of the event loop are written together.

/**
 * Returns a function that collects items. `handle` gets the items of a turn of the event loop one after another at its
 * end, or earlier once there are `most`. It must not throw.
 */
export const atEndOfTurn = <A>(most: number, handle: (item: A) => void): ((item: A) => void) => {
  let waiting: A[] = [];
  const handleAll = (): void => {
    const items = waiting;
    waiting = [];
    for (const item of items) handle(item);
  };
  return (item) => {
    waiting.push(item);
    if (waiting.length === 1) setImmediate(handleAll);
    if (waiting.length >= most) handleAll();
  };
};
