import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { limitTime } from '@animal-store/store';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import type { PostgresPool } from './open-pool.ts';
import { isLost, isOutage, unavailable } from './postgres-error.ts';

/** Makes the task of a port from an operation on the connections to a server. */
export type RunOperation = <A>(
  operation: (pool: PostgresPool) => Promise<A>,
) => TE.TaskEither<RepositoryUnavailable, A>;

/**
 * Creates a `RunOperation` with a time limit. An outage is a `RepositoryUnavailable`; any other error is thrown. All operations
 * use one pool: the first one that needs it opens it, and so does the first one after a lost connection.
 */
export const createRunOperation = (
  open: () => Promise<PostgresPool>,
  operationTimeoutMS: number,
): { readonly run: RunOperation; readonly close: T.Task<void> } => {
  let opened: Promise<PostgresPool> | undefined;
  let isClosed = false;

  const run: RunOperation = (operation) =>
    limitTime(operationTimeoutMS)(async () => {
      const end = performance.now() + operationTimeoutMS;
      if (isClosed) return E.left(repositoryUnavailable(unavailable('The store is closed')));
      opened ??= open();
      const used = opened;
      let pool: PostgresPool | undefined;
      try {
        pool = await used;
        // After the time limit the caller has its failure already.
        if (performance.now() >= end) throw unavailable('The time limit has passed');
        return E.right(await operation(pool));
      } catch (error) {
        if ((isLost(error) || pool === undefined) && opened === used) {
          opened = undefined;
          void pool?.end();
        }
        if (isOutage(error)) return E.left(repositoryUnavailable(error));
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
