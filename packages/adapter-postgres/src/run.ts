import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { limitTime } from '@animal-store/store';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import { asGone, isLost, isOutage, unavailable } from './errors.ts';
import type { PostgresPool } from './pool.ts';

/** Makes the task of a port from an operation on the connections to a server. */
export type Run = <A>(operation: (pool: PostgresPool) => Promise<A>) => TE.TaskEither<RepositoryUnavailable, A>;

/**
 * Creates a `Run` with a time limit. An outage is a `RepositoryUnavailable`; any other error is thrown. All operations use one
 * pool: the first one that needs it opens it, and so does the first one after a lost connection. It is a start until a pool was
 * opened once.
 */
export const createRun = (
  open: (isStart: boolean) => Promise<PostgresPool>,
  operationTimeoutMS: number,
): { readonly run: Run; readonly close: T.Task<void> } => {
  let opened: Promise<PostgresPool> | undefined;
  let isStart = true;
  let isClosed = false;

  const run: Run = (operation) =>
    limitTime(operationTimeoutMS)(async (assertInTime) => {
      if (isClosed) return E.left(repositoryUnavailable(unavailable('The store is closed')));
      opened ??= open(isStart);
      const used = opened;
      let pool: PostgresPool | undefined;
      try {
        pool = await used;
        isStart = false;
        assertInTime();
        return E.right(await operation(pool));
      } catch (error) {
        if ((isLost(error) || pool === undefined) && opened === used) {
          opened = undefined;
          void pool?.end();
        }
        if (isOutage(error)) return E.left(repositoryUnavailable(isStart ? error : asGone(error)));
        throw error;
      }
    });

  return {
    run,
    close: async () => {
      isClosed = true;
      await opened?.then(({ end }) => end()).catch(() => undefined);
    },
  };
};
