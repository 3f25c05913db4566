import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { isOutage } from './is-outage.ts';
import { isLoggedOut, withoutCommand } from './refusal.ts';
import type { UntilItSucceeds } from './until-it-succeeds.ts';

/** Makes the task of a port from a promise of the driver. */
export type Ask = <A>(operation: () => Promise<A>) => TE.TaskEither<RepositoryUnavailable, A>;

/** What has to have happened before any operation, and how many milliseconds both may take together. */
export interface AskSettings {
  readonly ready: UntilItSucceeds;
  readonly answerWithinMS: number;
}

type Answer<A> = E.Either<RepositoryUnavailable, A>;

const unavailable = (cause: unknown): Answer<never> => E.left(repositoryUnavailable(cause));

const lateAnswer = (milliseconds: number): Error =>
  Object.assign(new Error(`MongoDB gave no answer within ${milliseconds} ms`), { code: 'ETIMEDOUT' });

/**
 * Makes an `Ask` that always answers in time: an operation that is late is left to end alone, its outcome unknown.
 * An outage, or a store that cannot be made ready, is a `RepositoryUnavailable`; any other error is thrown. The store is
 * made ready again after the server has logged a connection out.
 *
 * Every operation comes through here: one promise with callbacks costs a third of what async functions around it cost.
 */
export const createAsk =
  ({ ready, answerWithinMS }: AskSettings): Ask =>
  <A>(operation: () => Promise<A>) =>
  () =>
    new Promise<Answer<A>>((resolve, reject) => {
      const timer = setTimeout(() => resolve(unavailable(lateAnswer(answerWithinMS))), answerWithinMS);
      const settle = (answer: Answer<A>): void => {
        clearTimeout(timer);
        resolve(answer);
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
          operation().then((value) => settle(E.right(value)), fail);
        } catch (error) {
          fail(error);
        }
      };
      prepared.then(start, (error: unknown) => settle(unavailable(withoutCommand(error))));
    });
