import { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';

/**
 * One law of a port: a sentence, and a check that rejects when an adapter breaks it. It knows no test runner.
 *
 * `fresh` gives an empty repository. A check may ask for several, one after another; it never uses one again after it
 * has asked for the next, so that `fresh` may empty and hand out the same store.
 */
export interface Law<R> {
  readonly name: string;
  readonly check: (fresh: () => Promise<R>) => Promise<void>;
}

// Keeps `actual` and `expected`, from which test runners draw their own difference. Without `operator`, or Node.js would
// draw it a second time in the message.
const broken = (name: string, cause: unknown): Error => {
  const message = `The law "${name}" is broken: ${cause instanceof Error ? cause.message : inspect(cause)}`;
  if (!(cause instanceof AssertionError)) return new Error(message, { cause });
  const { actual, expected } = cause;
  return Object.assign(new AssertionError({ message, actual, expected }), { cause });
};

/** Makes a law whose failure names the law and tells what was seen. */
export const law = <R>(name: string, check: Law<R>['check']): Law<R> => ({
  name,
  check: async (fresh) => {
    try {
      await check(fresh);
    } catch (cause) {
      throw broken(name, cause);
    }
  },
});
