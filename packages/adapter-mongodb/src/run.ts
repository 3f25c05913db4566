import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { type AssertInTime, limitTime } from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { MongoServerError } from 'mongodb';
import { isLoggedOut, isPoolBusy, isStoreChanged } from './codes.ts';
import { classify, withoutMessage } from './errors.ts';

/** Makes the task of a port from a promise of the driver. */
export type RunOperation = <F, A>(
  operation: (assertInTime: AssertInTime) => Promise<E.Either<F, A>>,
) => TE.TaskEither<F | RepositoryUnavailable, A>;

export interface RunSettings {
  /** Throws if the store is closed. */
  readonly assertOpen: () => void;
  /** The preparation that every operation waits for. It runs again after it failed, and after the store was changed. */
  readonly prepare: () => Promise<void>;
  /** Called when the server has logged a connection out. Only new connections authenticate, so all are replaced. */
  readonly reconnect: () => void;
  /** How many milliseconds the preparation and the operation may take together. */
  readonly operationTimeoutMS: number;
}

/**
 * Makes a `RunOperation` with a time limit. An operation does not begin after the limit. If it reaches the limit later, its
 * outcome is unknown, because the driver 7.9.0 cannot cancel a write.
 *
 * An outage, a refusal or a failed preparation is a `RepositoryUnavailable`; any other error is a bug and is thrown.
 */
export const createRun = ({ assertOpen, prepare, reconnect, operationTimeoutMS }: RunSettings): RunOperation => {
  /** Operations that run at once share it. */
  let preparation: Promise<void> | undefined;
  /** When an operation succeeded last. While others are served, that is in the last second. */
  let succeeded = Number.NEGATIVE_INFINITY;

  const noneFree = (): Error => {
    const cause = succeeded > performance.now() - 1_000 ? 'too many operations for the pool' : 'MongoDB hangs';
    return new Error(`no connection was free in time: ${cause}`);
  };

  const prepared = (): Promise<void> => {
    assertOpen();
    preparation ??= prepare().catch((error: unknown) => {
      preparation = undefined;
      throw error;
    });
    return preparation;
  };

  return <F, A>(operation: (assertInTime: AssertInTime) => Promise<E.Either<F, A>>) =>
    limitTime(operationTimeoutMS)<F | RepositoryUnavailable, A>(async (assertInTime) => {
      let isPrepared = false;
      try {
        await prepared();
        isPrepared = true;
        assertInTime();
        const outcome = await operation(assertInTime);
        succeeded = performance.now();
        return outcome;
      } catch (error) {
        if (isPrepared && (isLoggedOut(error) || isStoreChanged(error))) preparation = undefined;
        if (isLoggedOut(error)) reconnect();
        const { kind, cause } = classify(error);
        // The message of the server may quote a document.
        if (isPrepared && kind === 'bug') throw error instanceof MongoServerError ? withoutMessage(error) : error;
        return E.left(repositoryUnavailable(isPoolBusy(error) ? noneFree() : cause));
      }
    });
};
