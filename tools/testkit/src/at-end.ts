import { afterAll } from 'vitest';

/** Calls a function at the end of a test, like `onTestFinished`, or of a group of tests. */
export type AtEnd = (end: () => Promise<void> | void) => void;

/** Makes an `AtEnd` of a group of tests. Call it in the group itself: Vitest ignores an `afterAll` in a hook. */
export const afterGroup = (): AtEnd => {
  const ends: Parameters<AtEnd>[0][] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return (end) => void ends.push(end);
};
