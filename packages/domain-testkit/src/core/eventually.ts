import assert from 'node:assert/strict';

const retryAfterMS = 20;

/** Repeats an attempt until it succeeds, at least once and for at most `withinMS` milliseconds. */
export const eventually = async (withinMS: number, what: string, attempt: () => Promise<boolean>): Promise<void> => {
  const until = performance.now() + withinMS;
  while (!(await attempt())) {
    assert.ok(performance.now() < until, `expected that within ${withinMS} ms ${what}`);
    await new Promise((resolve) => setTimeout(resolve, retryAfterMS));
  }
};
