import { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import { checkFunction } from './check-start.ts';
import { isShort, shortText } from './short-text.ts';

/**
 * One law of a port: a sentence, and a check that rejects when an adapter breaks it. It knows no test runner.
 *
 * `fresh` gives an empty repository. A check may ask for several, one after another; it never uses one again after it
 * has asked for the next, so that `fresh` may empty and hand out the same store.
 */
export interface Law<R> {
  readonly name: string;
  /** Resolves if an adapter keeps the law, and rejects with an error that names the law if not. */
  readonly check: (fresh: () => Promise<R>) => Promise<void>;
}

// Keeps `actual` and `expected`, from which test runners draw their own difference. Without `operator`, or Node.js would
// draw it a second time in the message. Runners show all of what is kept here, so what is long is left out.
const broken = (name: string, cause: unknown): Error => {
  const text = cause instanceof Error ? cause.message : inspect(cause);
  const message = `The law "${name}" is broken: ${shortText(text)}`;
  const underneath = isShort(text) ? { cause } : {};
  if (!(cause instanceof AssertionError)) return new Error(message, underneath);
  const { actual, expected } = cause;
  const values = isShort(inspect({ actual, expected }, { depth: 5 })) ? { actual, expected } : {};
  return Object.assign(new AssertionError({ message, ...values }), underneath);
};

/** Makes a law whose failure names the law and tells what was seen. */
export const law = <R>(name: string, check: Law<R>['check']): Law<R> => ({
  name,
  check: async (fresh) => {
    checkFunction(fresh);
    try {
      await check(fresh);
    } catch (cause) {
      throw broken(name, cause);
    }
  },
});
