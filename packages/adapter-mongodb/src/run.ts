import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { type AssertInTime, limitTime } from '@animal-store/store';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import { isLoggedOut, isUnavailable, StoreChanged, StoreUnusable, withoutMessage, withoutValues } from './errors.ts';

/** Makes the task of a port from a promise of the driver. */
export type Run = <A>(operation: (assertInTime: AssertInTime) => Promise<A>) => TE.TaskEither<RepositoryUnavailable, A>;

/** What a `Run` needs of the store. */
export interface RunSettings {
  readonly connect: () => Promise<unknown>;
  /** Ends all connections. The next ones authenticate anew. */
  readonly disconnect: () => Promise<void>;
  /** The preparation that every operation waits for. It runs again after it failed, and after the store was changed. */
  readonly prepare: () => Promise<void>;
  /** How many milliseconds the preparation and the operation may take together. */
  readonly operationTimeoutMS: number;
}

/**
 * Creates a `Run` with a time limit. An operation does not begin after the limit. If it reaches the limit later, its
 * outcome is unknown, because the driver 7.9.0 cannot cancel a write.
 *
 * An outage, a refusal or a failed preparation is a `RepositoryUnavailable`; any other error is a bug and is thrown.
 */
export const createRun = ({
  connect,
  disconnect,
  prepare,
  operationTimeoutMS,
}: RunSettings): { readonly run: Run; readonly close: T.Task<void> } => {
  let isClosed = false;
  /** Operations that run at once share it. */
  let preparation: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (isClosed) throw new StoreUnusable('The store is closed');
  };

  const connectAndPrepare = async (): Promise<void> => {
    try {
      await connect();
      // A client that has connected again after its end would keep the process alive.
      if (isClosed) await disconnect();
      assertOpen();
      await prepare();
    } catch (error) {
      preparation = undefined;
      throw error;
    }
  };

  return {
    run: (operation) =>
      limitTime(operationTimeoutMS)(async (assertInTime) => {
        let isPrepared = false;
        try {
          assertOpen();
          preparation ??= connectAndPrepare();
          await preparation;
          isPrepared = true;
          assertInTime();
          return E.right(await operation(assertInTime));
        } catch (error) {
          const cause = withoutValues(error);
          if (isPrepared && (isLoggedOut(error) || cause instanceof StoreChanged)) preparation = undefined;
          if (isLoggedOut(error)) void disconnect();
          if (isPrepared && !isUnavailable(cause)) throw withoutMessage(cause);
          return E.left(repositoryUnavailable(cause));
        }
      }),

    close: async () => {
      isClosed = true;
      await disconnect();
    },
  };
};
