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

const within = <A>(milliseconds: number, answer: Promise<Answer<A>>): Promise<Answer<A>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(unavailable(lateAnswer(milliseconds))), milliseconds);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });

/**
 * Makes an `Ask` that always answers in time: an operation that is late is left to end alone, its outcome unknown.
 * An outage, or a store that cannot be made ready, is a `RepositoryUnavailable`; any other error is thrown. The store is
 * made ready again after the server has logged a connection out.
 */
export const createAsk = ({ ready, answerWithinMS }: AskSettings): Ask => {
  const attempt = async <A>(operation: () => Promise<A>): Promise<Answer<A>> => {
    const prepared = ready.run();
    try {
      await prepared;
    } catch (error) {
      return unavailable(withoutCommand(error));
    }
    try {
      return E.right(await operation());
    } catch (error) {
      if (isLoggedOut(error)) ready.forget(prepared);
      if (isOutage(error)) return unavailable(withoutCommand(error));
      throw error;
    }
  };
  return (operation) => () => within(answerWithinMS, attempt(operation));
};
