/** A task that is run until it has succeeded once. */
export interface UntilItSucceeds {
  /** Runs the task at the first call. Calls while it runs wait for that run; a call after a failure runs it anew. */
  readonly run: () => Promise<void>;
  /** Runs the task again at the next call of `run`, unless that has happened since `run` gave this promise. */
  readonly forget: (run: Promise<void>) => void;
}

/** Runs a task at the first call and never again once it has succeeded, until that success is forgotten. */
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
