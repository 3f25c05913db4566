import { inspect } from 'node:util';
import type { DurableFixture, Failure, Failures, StoreHandle } from './durable-fixture.ts';
import { errorLike, type Law, messageOf } from './law.ts';

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

/** The same functions of a fixture, whose errors say so: the test that supplies them is to be mended, and not the repository. */
export const ofFixture = <F extends object>(fixture: F): F => {
  const naming = (name: string, part: unknown): unknown => {
    if (typeof part !== 'function') return part;
    return async (...input: readonly unknown[]): Promise<unknown> => {
      try {
        return await part.apply(fixture, input);
      } catch (error) {
        throw errorLike(error, `the fixture's ${name} threw: ${messageOf(error)}`);
      }
    };
  };
  return Object.fromEntries(Object.entries(fixture).map(([name, part]) => [name, naming(name, part)])) as F;
};

/** Notes how to end what a law has opened. The function that it returns ends it once, however often it is called. */
type Ending = (end: () => Promise<void>) => () => Promise<void>;

/** A function that opens a store, with a watched repository and a noted end. */
export const watchedOpen =
  <H extends StoreHandle<object>>(open: () => Promise<H>, ending: Ending, limitMS?: number) =>
  async (): Promise<H> => {
    const handle = ofFixture(await open());
    return { ...handle, repository: watched(handle.repository, limitMS), close: ending(handle.close) };
  };

/** The same laws of a fixture that opens a store. After each check, what it has opened is closed. */
export const lawsOnOpened = <F extends object>(
  watch: (fixture: F, ending: Ending) => F,
  laws: readonly Law<F>[],
): readonly Law<F>[] =>
  laws.map(({ name, check }) => ({
    name,
    check: async (fresh) => {
      const ends: (() => Promise<void>)[] = [];
      const ending: Ending = (end) => {
        let ended: Promise<void> | undefined;
        const endOnce = (): Promise<void> => {
          ended ??= end();
          return ended;
        };
        ends.push(endOnce);
        return endOnce;
      };
      const endAll = (): Promise<unknown> => Promise.all(ends.map((end) => end()));
      try {
        await check(async () => watch(ofFixture(await fresh()), ending));
      } catch (broken) {
        await endAll().catch(() => {});
        throw broken;
      }
      await endAll();
    },
  }));

/** The same laws of a durable store with watched repositories. After each check, its handles are closed and its processes ended. */
export const lawsOnStore = <R extends object, F extends DurableFixture<R>>(
  laws: readonly Law<F>[],
): readonly Law<F>[] =>
  lawsOnOpened((fixture, ending) => {
    const failing = (failures: Failures<R>): Failures<R> =>
      failures.map(({ open, respondsWithinMS = failureLimitMS, ...failure }) => ({
        ...failure,
        open: watchedOpen(open, ending, respondsWithinMS),
      })) as [Failure<R>, ...Failure<R>[]];
    return {
      ...fixture,
      open: watchedOpen(fixture.open, ending),
      startProcess: async () => {
        const { repository, kill } = ofFixture(await fixture.startProcess());
        return { repository: watched(repository), kill: ending(kill) };
      },
      failedCommits: failing(fixture.failedCommits),
      outages: failing(fixture.outages),
    };
  }, laws);
