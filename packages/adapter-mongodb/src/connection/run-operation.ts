import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { isOutage } from './is-outage.ts';
import { isLoggedOut, withoutCommand } from './refusal.ts';
import type { UntilItSucceeds } from './until-it-succeeds.ts';

/** Throws if the time limit has passed, so the caller has its failure. Check it before each write that adds something. */
export type AssertInTime = () => void;

/** Makes the task of a port from a promise of the driver. */
export type RunOperation = <F, A>(
  operation: (assertInTime: AssertInTime) => Promise<E.Either<F, A>>,
) => TE.TaskEither<F | RepositoryUnavailable, A>;

/** The preparation that every operation waits for, and how many milliseconds both may take together. */
export interface RunSettings {
  readonly ready: UntilItSucceeds;
  readonly operationTimeoutMS: number;
}

const unavailable = (cause: unknown): E.Either<RepositoryUnavailable, never> => E.left(repositoryUnavailable(cause));

const timeoutError = (milliseconds: number): Error =>
  Object.assign(new Error(`MongoDB did not respond within ${milliseconds} ms`), { code: 'ETIMEDOUT' });

/**
 * Makes a `RunOperation` with a time limit. An operation that is late before it begins never begins. The outcome of a later
 * one is unknown, because the driver 7.9.0 cannot cancel a write that it was given.
 * An outage, or a preparation that fails, is a `RepositoryUnavailable`; any other error is thrown. The preparation runs
 * again after the server has logged a connection out.
 *
 * Every operation runs through this function, so it is one promise with callbacks: async functions cost three times as much.
 */
export const createRunOperation =
  ({ ready, operationTimeoutMS }: RunSettings): RunOperation =>
  <F, A>(operation: (assertInTime: AssertInTime) => Promise<E.Either<F, A>>) =>
  () =>
    new Promise<E.Either<F | RepositoryUnavailable, A>>((resolve, reject) => {
      let late: Error | undefined;
      const timer = setTimeout(() => {
        late = timeoutError(operationTimeoutMS);
        resolve(unavailable(late));
      }, operationTimeoutMS);
      const settle = (outcome: E.Either<F | RepositoryUnavailable, A>): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const prepared = ready.run();
      const fail = (error: unknown): void => {
        if (isLoggedOut(error)) ready.forget(prepared);
        clearTimeout(timer);
        if (isOutage(error)) resolve(unavailable(withoutCommand(error)));
        else reject(error);
      };
      const assertInTime = (): void => {
        if (late !== undefined) throw late;
      };
      const start = (): void => {
        try {
          assertInTime();
          operation(assertInTime).then(settle, fail);
        } catch (error) {
          fail(error);
        }
      };
      prepared.then(start, (error: unknown) => settle(unavailable(withoutCommand(error))));
    });
