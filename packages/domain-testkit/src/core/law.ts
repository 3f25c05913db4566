import { inspect } from 'node:util';

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

/** Creates a law whose failure names the law and shows the actual values. */
export const law = <R>(name: string, check: Law<R>['check']): Law<R> => ({
  name,
  check: async (fresh) => {
    try {
      await check(fresh);
    } catch (thrown) {
      throw errorLike(thrown, `The law "${name}" is broken: ${messageOf(thrown)}`);
    }
  },
});

/** Creates a law that needs one empty repository. */
export const lawOnEmpty = <R>(name: string, check: (repository: R) => Promise<void>): Law<R> =>
  law(name, async (fresh) => check(await fresh()));

/** The same laws of a fixture that contains what they need, or from which it is made. */
export const lawsOn = <F, R>(partOf: (fixture: F) => R | Promise<R>, laws: readonly Law<R>[]): readonly Law<F>[] =>
  laws.map(({ name, check }) => ({ name, check: (fresh) => check(async () => partOf(await fresh())) }));

/** The message of an error and of its causes, or a description of another thrown value. */
export const messageOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return inspect(thrown);
  return thrown.cause === undefined ? thrown.message : `${thrown.message}: ${messageOf(thrown.cause)}`;
};

const framesOf = (thrown: unknown): string =>
  /(?:\n {4}at .*)+$/.exec((thrown instanceof Error && thrown.stack) || '')?.[0] ?? '';

/** An error with another message that leads to the code which threw the first one. Test runners print it once, unlike a cause. */
export const errorLike = (thrown: unknown, message: string): Error => {
  const error = new Error(message);
  const frames = framesOf(thrown);
  if (frames !== '') error.stack = `Error: ${message}${frames}`;
  return error;
};
