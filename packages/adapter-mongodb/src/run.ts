import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { type AssertInTime, limitTime } from '@animal-store/store';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import type { Collections } from './collections.ts';
import { isLoggedOut, isUnavailable, StoreChanged, StoreUnusable, withoutMessage, withoutValues } from './errors.ts';

/** Makes the task of a port from a promise of the driver. */
export type Run = <A>(
  operation: (collections: Collections, assertInTime: AssertInTime) => Promise<A>,
) => TE.TaskEither<RepositoryUnavailable, A>;

interface Settings {
  readonly connect: () => Promise<unknown>;
  /** Ends all connections. The next ones authenticate anew. */
  readonly disconnect: () => Promise<void>;
  /** Every operation waits for it. It is a start until it succeeds. It runs again after it failed or the store was changed. */
  readonly prepare: (isStart: boolean) => Promise<Collections>;
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
}: Settings): { readonly run: Run; readonly close: T.Task<void> } => {
  let isClosed = false;
  let isStart = true;
  /** Operations that run at once share it. */
  let prepared: Promise<Collections> | undefined;

  const assertOpen = (): void => {
    if (isClosed) throw new StoreUnusable('The store is closed');
  };

  const connectAndPrepare = async (): Promise<Collections> => {
    try {
      await connect();
      // A client that has connected again after its end would keep the process alive.
      if (isClosed) await disconnect();
      assertOpen();
      const collections = await prepare(isStart);
      isStart = false;
      return collections;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
  };

  return {
    run: (operation) =>
      limitTime(operationTimeoutMS)(async (assertInTime) => {
        let collections: Collections | undefined;
        try {
          assertOpen();
          prepared ??= connectAndPrepare();
          collections = await prepared;
          assertInTime();
          return E.right(await operation(collections, assertInTime));
        } catch (error) {
          const cause = withoutValues(error);
          if (isLoggedOut(error)) void disconnect();
          if (collections !== undefined && (isLoggedOut(error) || cause instanceof StoreChanged)) prepared = undefined;
          if (collections !== undefined && !isUnavailable(cause)) throw withoutMessage(cause);
          return E.left(repositoryUnavailable(cause));
        }
      }),

    close: async () => {
      isClosed = true;
      await disconnect();
    },
  };
};
