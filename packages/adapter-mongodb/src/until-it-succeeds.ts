/**
 * Runs a task at the first call and never again once it has succeeded. Calls while it runs wait for that run; a call
 * after a failure runs it anew.
 */
export const untilItSucceeds = (task: () => Promise<void>): (() => Promise<void>) => {
  let run: Promise<void> | undefined;
  return () => {
    run ??= task().catch((error: unknown) => {
      run = undefined;
      throw error;
    });
    return run;
  };
};
