import { inspect } from 'node:util';
import type { DurableFixture, Failure, Failures } from './durable-fixture.ts';
import { errorLike, messageOf } from './law.ts';

/** Milliseconds within which an operation must end. A store on a busy machine may take long; a failure must be noticed sooner. */
const defaultLimitMS = 25_000;
const failureLimitMS = 10_000;

type Operation = (...input: readonly unknown[]) => () => Promise<unknown>;

const watch =
  (name: string, operation: Operation, limitMS: number): Operation =>
  (...input) => {
    const threw = (error: unknown): Error =>
      errorLike(
        error,
        `${name} threw, and must return a failure, such as RepositoryUnavailable in an outage: ${messageOf(error)}`,
      );
    let task: unknown;
    try {
      task = operation(...input);
    } catch (error) {
      throw threw(error);
    }
    if (typeof task !== 'function')
      throw new Error(
        `${name} must return a TaskEither, a function that returns a Promise: it returned ${inspect(task)}`,
      );
    const run = async (): Promise<unknown> => task();
    return () =>
      new Promise((resolve, reject) => {
        const late = `${name} did not end within ${limitMS} ms: give it a time limit, and return RepositoryUnavailable after it`;
        const timer = setTimeout(() => reject(new Error(late)), limitMS);
        run()
          .then(resolve, (error) => reject(threw(error)))
          .finally(() => clearTimeout(timer));
      });
  };

/**
 * A repository, or a record of several, whose operations are limited in time, and whose errors name the operation: an operation
 * that throws or does not end breaks the law that runs it.
 */
export const watched = <R extends object>(repository: R, limitMS: number = defaultLimitMS): R => {
  const get = (_: object, name: string | symbol): unknown => {
    const part: unknown = Reflect.get(repository, name);
    if (typeof part === 'function') return watch(String(name), part.bind(repository), limitMS);
    return typeof part === 'object' && part !== null ? watched(part, limitMS) : part;
  };
  return new Proxy({}, { get }) as R;
};

/** A function that opens a store, with watched repositories. */
export const watchedOpen =
  <H extends { readonly repository: object }>(open: () => Promise<H>, limitMS?: number) =>
  async (): Promise<H> => {
    const handle = await open();
    return { ...handle, repository: watched(handle.repository, limitMS) };
  };

const watchedFailures = <R extends object>(failures: Failures<R>): Failures<R> =>
  failures.map((failure) => ({
    ...failure,
    open: watchedOpen(failure.open, failure.respondsWithinMS ?? failureLimitMS),
  })) as [Failure<R>, ...Failure<R>[]];

/** The same fixture with watched repositories. */
export const watchedStore = <R extends object, F extends DurableFixture<R>>(fixture: F): F => ({
  ...fixture,
  open: watchedOpen(fixture.open),
  startProcess: watchedOpen(fixture.startProcess),
  failedCommits: watchedFailures(fixture.failedCommits),
  outages: watchedFailures(fixture.outages),
});
