/** A task that is run until it has succeeded once. */
export interface UntilItSucceeds {
  /** Runs the task at the first call. Calls while it runs wait for that run. A call after a failure runs it again. */
  readonly run: () => Promise<void>;
  /** Makes the next call of `run` run the task again, unless that has happened since `run` returned this promise. */
  readonly forget: (run: Promise<void>) => void;
}

/** Runs a task until it has succeeded once, and again after `forget`. */
export const untilItSucceeds = (task: () => Promise<void>): UntilItSucceeds => {
  let current: Promise<void> | undefined;
  const forget = (run: Promise<void>): void => {
    if (current === run) current = undefined;
  };
  return {
    run: () => {
      if (current === undefined) {
        const started: Promise<void> = task().catch((error: unknown) => {
          forget(started);
          throw error;
        });
        current = started;
      }
      return current;
    },
    forget,
  };
};
