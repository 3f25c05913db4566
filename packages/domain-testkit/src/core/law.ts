import { inspect } from 'node:util';
import { errorLike, messageOf } from './error-like.ts';
import { shortText } from './short-text.ts';
import { uncaughtErrorsDuring } from './uncaught-errors.ts';

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

const broken = (name: string, thrown: unknown): Error =>
  errorLike(thrown, `The law "${name}" is broken: ${shortText(messageOf(thrown))}`);

const uncaught = (error: unknown): Error =>
  errorLike(
    error,
    `an error was thrown outside of every operation, which would end a service: ${messageOf(error)}. ` +
      'Listen to the "error" events of the driver, and catch the rejections of promises that no operation awaits',
  );

const requireFunction = (fresh: unknown): void => {
  if (typeof fresh === 'function') return;
  throw new TypeError(`check takes a function that returns an empty repository, and this is ${inspect(fresh)}`);
};

/** Creates a law whose failure names the law and shows the actual values. */
export const law = <R>(name: string, check: Law<R>['check']): Law<R> => ({
  name,
  check: async (fresh) => {
    requireFunction(fresh);
    let failure: readonly [thrown: unknown] | undefined;
    const [error] = await uncaughtErrorsDuring(async () => {
      try {
        await check(fresh);
      } catch (thrown) {
        failure = [thrown];
      }
    });
    if (failure !== undefined) throw broken(name, failure[0]);
    if (error !== undefined) throw broken(name, uncaught(error));
  },
});

/** Creates a law that needs one empty repository. */
export const lawOnEmpty = <R>(name: string, check: (repository: R) => Promise<void>): Law<R> =>
  law(name, async (fresh) => check(await fresh()));

/** The same laws of a fixture that contains what they need, or from which it is made. */
export const lawsOn = <F, R>(partOf: (fixture: F) => R | Promise<R>, laws: readonly Law<R>[]): readonly Law<F>[] =>
  laws.map(({ name, check }) => ({
    name,
    check: async (fresh) => {
      requireFunction(fresh);
      await check(async () => partOf(await fresh()));
    },
  }));
