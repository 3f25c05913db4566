import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { isOutage } from './is-outage.ts';
import { isLoggedOut, withoutCommand } from './refusal.ts';
import type { UntilItSucceeds } from './until-it-succeeds.ts';

/** Makes the task of a port from a promise of the driver. */
export type RunOperation = <F, A>(
  operation: () => Promise<E.Either<F, A>>,
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
 * Makes a `RunOperation` with a time limit: a late operation goes on in the background, and its outcome is unknown.
 * An outage, or a preparation that fails, is a `RepositoryUnavailable`; any other error is thrown. The preparation runs
 * again after the server has logged a connection out.
 *
 * Every operation runs through this function, so it is one promise with callbacks: async functions cost three times as much.
 */
export const createRunOperation =
  ({ ready, operationTimeoutMS }: RunSettings): RunOperation =>
  <F, A>(operation: () => Promise<E.Either<F, A>>) =>
  () =>
    new Promise<E.Either<F | RepositoryUnavailable, A>>((resolve, reject) => {
      const timer = setTimeout(() => resolve(unavailable(timeoutError(operationTimeoutMS))), operationTimeoutMS);
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
      const start = (): void => {
        try {
          operation().then(settle, fail);
        } catch (error) {
          fail(error);
        }
      };
      prepared.then(start, (error: unknown) => settle(unavailable(withoutCommand(error))));
    });
