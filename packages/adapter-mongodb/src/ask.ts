import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { isOutage } from './is-outage.ts';
import { isLoggedOut, withoutCommand } from './refusal.ts';
import type { UntilItSucceeds } from './until-it-succeeds.ts';

/** Turns an operation of the driver into a task of a port. */
export type Ask = <A>(operation: () => Promise<A>) => TE.TaskEither<RepositoryUnavailable, A>;

/** The preparation before an operation, and the time limit of both together, in milliseconds. */
export interface AskSettings {
  readonly ready: UntilItSucceeds;
  readonly answerWithinMS: number;
}

type Answer<A> = E.Either<RepositoryUnavailable, A>;

const unavailable = (cause: unknown): Answer<never> => E.left(repositoryUnavailable(cause));

const lateAnswer = (milliseconds: number): Error =>
  Object.assign(new Error(`MongoDB gave no answer within ${milliseconds} ms`), { code: 'ETIMEDOUT' });

/**
 * Creates an `Ask` that always ends within its time limit: a late operation continues in the background, with an unknown
 * outcome. An outage, or a store that cannot be prepared, is a `RepositoryUnavailable`; any other error is thrown. The store
 * is prepared again after the server has logged a connection out.
 *
 * Every operation runs through this function, so it is one promise with callbacks: async functions cost three times as much.
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
