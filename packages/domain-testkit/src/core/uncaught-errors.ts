const events = ['uncaughtException', 'unhandledRejection'] as const;

type Listener = (error: unknown) => void;

const running = new Set<unknown[]>();

/** Collects the uncaught errors of this process in place of the test runner. Returns a function that gives way to it again. */
const takeOver = (): (() => void) => {
  const collect: Listener = (error) => {
    for (const errors of running) errors.push(error);
  };
  const restores = events.map((event) => {
    const listeners = process.rawListeners(event) as Listener[];
    process.removeAllListeners(event).on(event, collect);
    return () => {
      process.removeListener(event, collect);
      for (const listener of listeners) process.on(event, listener);
    };
  });
  return () => {
    for (const restore of restores) restore();
  };
};

let giveBack = (): void => {};

/** Runs a function, and returns the errors that no code has caught meanwhile, of whatever the process ran. */
export const uncaughtErrorsDuring = async (run: () => Promise<void>): Promise<readonly unknown[]> => {
  const errors: unknown[] = [];
  if (running.size === 0) giveBack = takeOver();
  running.add(errors);
  try {
    await run();
    // Node.js reports a rejection after the microtasks of its turn.
    await new Promise((resolve) => setImmediate(resolve));
    return errors;
  } finally {
    running.delete(errors);
    if (running.size === 0) giveBack();
  }
};
