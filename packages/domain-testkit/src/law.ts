import { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import { checkFunction } from './check-start.ts';
import { isShort, shortText } from './short-text.ts';

/**
 * One law of a port: a name, and a check that rejects if an adapter breaks the law. It does not depend on a test runner.
 *
 * `fresh` returns an empty repository. A check may call it several times, one after another, and uses only the latest
 * repository. So `fresh` may empty a store and return it again.
 */
export interface Law<R> {
  readonly name: string;
  /** Resolves if an adapter keeps the law, and rejects with an error that names the law if not. */
  readonly check: (fresh: () => Promise<R>) => Promise<void>;
}

// Keeps `actual` and `expected`, from which test runners show their own difference. `operator` is left out, because Node.js
// would show the difference a second time in the message. Long values are left out, because runners show them whole.
const broken = (name: string, cause: unknown): Error => {
  const text = cause instanceof Error ? cause.message : inspect(cause);
  const message = `The law "${name}" is broken: ${shortText(text)}`;
  const underneath = isShort(text) ? { cause } : {};
  if (!(cause instanceof AssertionError)) return new Error(message, underneath);
  const { actual, expected } = cause;
  const values = isShort(inspect({ actual, expected }, { depth: 5 })) ? { actual, expected } : {};
  return Object.assign(new AssertionError({ message, ...values }), underneath);
};

/** Creates a law whose failure names the law and shows the actual values. */
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

/** Creates a law that needs one empty repository. */
export const lawOnEmpty = <R>(name: string, check: (repository: R) => Promise<void>): Law<R> =>
  law(name, async (fresh) => check(await fresh()));
