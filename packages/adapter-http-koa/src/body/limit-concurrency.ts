/**
 * Creates a function that runs at most `most` tasks at a time. The others wait, and start in the order of their calls.
 */
export const limitConcurrency = (most: number): (<A>(task: () => Promise<A>) => Promise<A>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // A waiting task takes over the slot of this one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
