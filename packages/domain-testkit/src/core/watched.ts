import { inspect } from 'node:util';
import type { DurableFixture, Failure, Failures, StoreHandle } from './durable-fixture.ts';
import { errorLike, messageOf } from './error-like.ts';

/** Milliseconds within which an operation must end. A store on a busy machine may take long; a failure must be noticed sooner. */
const defaultLimitMS = 25_000;
const failureLimitMS = 10_000;

type Operation = (...input: readonly unknown[]) => () => Promise<unknown>;

/**
 * A repository whose operations are limited in time, and whose errors name the operation: an operation that throws or does
 * not end breaks the law that runs it.
 */
export const watched = <R extends object>(repository: R, limitMS: number = defaultLimitMS): R => {
  const watch =
    (name: string, operation: Operation): Operation =>
    (...input) => {
      const threw = (error: unknown): Error =>
        errorLike(
          error,
          `${name} threw, and must return a failure, such as RepositoryUnavailable in an outage: ${messageOf(error)}`,
        );
      const attempt = <A>(run: () => A): A => {
        try {
          return run();
        } catch (error) {
          throw threw(error);
        }
      };
      const task: unknown = attempt(() => operation.apply(repository, [...input]));
      const message = `${name} must return a TaskEither, a function that returns a Promise: it returned ${inspect(task)}`;
      if (typeof task !== 'function') throw new Error(message);
      return () =>
        new Promise((resolve, reject) => {
          const late = `${name} did not end within ${limitMS} ms: give it a time limit, and return RepositoryUnavailable after it`;
          const timer = setTimeout(() => reject(new Error(late)), limitMS);
          Promise.resolve(attempt(() => task()))
            .then(resolve, (error) => reject(threw(error)))
            .finally(() => clearTimeout(timer));
        });
    };
  const get = (_: object, name: string | symbol): unknown => {
    const operation: unknown = Reflect.get(repository, name);
    return typeof operation === 'function' ? watch(String(name), operation as Operation) : operation;
  };
  return new Proxy({}, { get }) as R;
};

const watchedHandle = <R extends object, H extends Pick<StoreHandle<R>, 'repository'>>(
  handle: H,
  limitMS?: number,
): H => ({
  ...handle,
  repository: watched(handle.repository, limitMS),
});

const watchedFailures = <R extends object>(failures: Failures<R>): Failures<R> =>
  failures.map((failure) => ({
    ...failure,
    open: async () => watchedHandle(await failure.open(), failure.respondsWithinMS ?? failureLimitMS),
  })) as [Failure<R>, ...Failure<R>[]];

/** The same fixture with watched repositories. */
export const watchedStore = <R extends object, F extends DurableFixture<R>>(fixture: F): F => ({
  ...fixture,
  open: async () => watchedHandle(await fixture.open()),
  startProcess: async () => watchedHandle(await fixture.startProcess()),
  failedCommits: watchedFailures(fixture.failedCommits),
  outages: watchedFailures(fixture.outages),
});
